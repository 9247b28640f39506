import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isReceived } from '#/contract/carrier-statuses.ts'
import { Instant } from '#/contract/common.ts'
import { Kopiykas } from '#/contract/common.ts'
import { createLog } from '#/server/platform/log.ts'
import { carrierKey, otherCarrierKey, startCarrier } from '#/test/support/real-carrier.ts'
import type { CarrierClient } from './carrier-client.ts'
import { chooseCarrierClient } from './choose-carrier-client.ts'
import { createStubCarrierClient, demoCarrierKeys } from './stub-carrier-client.ts'
import { longestStatusText } from './wire.ts'

/** What every carrier client promises, stub or real. */
const Ttn = z.string().regex(/^\d{14}$/)
const ParcelStatus = z.strictObject({
  ttn: Ttn,
  status_code: z.int().min(0).nullable(),
  status_text: z.string().max(longestStatusText),
  own: z.boolean(),
  sender_phone: z
    .string()
    .regex(/^380\d{9}$/)
    .nullable(),
  cod_amount: Kopiykas.nullable(),
  cod_kind: z.enum(['payment_control', 'money_transfer']).nullable(),
  paid: z.boolean(),
  received_at: Instant.nullable(),
  made_at: Instant.nullable(),
  successor: z.strictObject({ ttn: Ttn, kind: z.enum(['return', 'redirect']) }).nullable(),
})
const KeyOwner = z.strictObject({ name: z.string().min(1), phones: z.array(z.string().regex(/^380\d{9}$/)) })

interface Side {
  client: CarrierClient
  keys: readonly [string, string]
}

const numbers = Array.from({ length: 100 }, (_, index) => `204512345678${String(index).padStart(2, '0')}`)

const sides: [string, () => Promise<Side>][] = [
  [
    'stub',
    async () => ({
      client: createStubCarrierClient({ clock: { now: () => new Date('2026-02-01T12:00:00Z') } }),
      keys: [demoCarrierKeys.main, demoCarrierKeys.second],
    }),
  ],
  [
    'real',
    async () => {
      const { client, parcels } = await startCarrier()
      const codes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 101, 102, 103, 104, 105, 106, 777]
      const kinds = ['payment_control', 'money_transfer', 'none'] as const
      parcels.put(
        numbers.map((ttn, index) => ({
          ttn,
          owner_key: [carrierKey, otherCarrierKey, null][index % 3] ?? null,
          status_code: codes[index % codes.length] ?? 1,
          cod: { kind: kinds[index % 4 === 3 ? 2 : index % 2] ?? 'none', amount: index + 0.5 },
        })),
      )
      return { client, keys: [carrierKey, otherCarrierKey] }
    },
  ],
]

describe.each(sides)('the %s client', (kind, create) => {
  test('says of which kind it is', async () => {
    expect((await create()).client.kind).toBe(kind)
  })

  test('answers of every TTN, once, in our words', async () => {
    const { client, keys } = await create()
    const { parcels, ...rest } = await client.askStatuses(keys[0], [...numbers, ...numbers])
    expect(rest).toEqual({ bad_numbers: [], unanswered: [], failure: null })
    expect(parcels.map(({ ttn }) => ttn)).toEqual(numbers)
    for (const parcel of parcels) expect(ParcelStatus.parse(parcel)).toEqual(parcel)
  })

  test('tells sums of own parcels only, pays nothing that costs nothing, and receives what is received', async () => {
    const { client, keys } = await create()
    const { parcels } = await client.askStatuses(keys[0], numbers)
    const [own, strange] = [parcels.filter((parcel) => parcel.own), parcels.filter((parcel) => !parcel.own)]
    expect(own.length).toBeGreaterThan(20)
    expect(own.some(({ paid }) => paid)).toBe(true)
    expect(strange.every(({ cod_amount, cod_kind, paid }) => cod_amount === null && cod_kind === null && !paid)).toBe(
      true,
    )
    for (const { cod_amount, cod_kind, paid, status_code, received_at } of parcels) {
      expect((cod_amount ?? 0) > 0).toBe(cod_kind !== null)
      expect(paid && cod_kind === null).toBe(false)
      expect(received_at !== null).toBe(isReceived(status_code))
    }
  })

  test('shows a parcel as own to one key at most', async () => {
    const { client, keys } = await create()
    const owned = async (key: string) =>
      (await client.askStatuses(key, numbers)).parcels.filter((parcel) => parcel.own).map(({ ttn }) => ttn)
    const [first, second] = [await owned(keys[0]), await owned(keys[1])]
    expect(first.length * second.length).toBeGreaterThan(0)
    expect(first.filter((ttn) => second.includes(ttn))).toEqual([])
  })

  test('sets aside what is no TTN, and answers the rest', async () => {
    const { client, keys } = await create()
    const bad = ['0500123456789', 'RB123456789UA', '', '00450000000000']
    const [ttn = ''] = numbers
    const answer = await client.askStatuses(keys[0], [...bad, ttn])
    expect(answer).toMatchObject({ bad_numbers: bad, parcels: [{ ttn }], unanswered: [], failure: null })
  })

  test('refuses to be asked for more than a hundred', async () => {
    const { client, keys } = await create()
    await expect(client.askStatuses(keys[0], [...numbers, '20450000000001'])).rejects.toThrow(RangeError)
  })

  test('says whose key it is', async () => {
    const { client, keys } = await create()
    for (const key of keys) {
      const outcome = await client.askKeyOwner(key)
      expect(outcome.ok && KeyOwner.parse(outcome.owner)).toBeTruthy()
    }
  })

  test.each(['bad-key', ''])('rejects the key «%s»', async (key) => {
    const { client } = await create()
    const answer = await client.askStatuses(key, numbers)
    expect(answer).toMatchObject({
      parcels: [],
      bad_numbers: [],
      unanswered: numbers,
      failure: { kind: 'key_rejected' },
    })
    expect(await client.askKeyOwner(key)).toMatchObject({ ok: false, failure: { kind: 'key_rejected' } })
  })

  test('answers a caller that has gone at once', async () => {
    const { client, keys } = await create()
    const gone = AbortSignal.abort()
    const cancelled = { kind: 'timeout', detail: 'запит до Нової пошти скасовано' }
    const answer = await client.askStatuses(keys[0], numbers, gone)
    expect(answer).toMatchObject({ parcels: [], unanswered: numbers, failure: cancelled })
    expect(await client.askKeyOwner(keys[0], gone)).toMatchObject({ ok: false, failure: cancelled })
  })
})

test('in the demo the parcels are invented, else they are asked for', () => {
  const choose = (is_demo: boolean) =>
    chooseCarrierClient(
      { is_demo, carrier_url: 'https://api.novaposhta.ua/v2.0/json/' },
      { now: () => new Date(0) },
      createLog('silent'),
    )
  expect(choose(true).kind).toBe('stub')
  expect(choose(false).kind).toBe('real')
})
