import { describe, expect, test } from 'vitest'
import { toClock } from '../kyiv-time.ts'
import { carrierKey, otherCarrierKey, senderPhone, startCarrier } from '#/test/support/real-carrier.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(20_450_000_000_001 + index))
const [ttn = '', second = '', third = ''] = numbers(3)

describe('the question', () => {
  test('is one POST to the address as given, with the key in the body only and no phone', async () => {
    const { client, log } = await startCarrier()
    await client.askStatuses(carrierKey, [ttn, second, ttn])
    const [entry, ...others] = log.entries()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ method: 'POST', target: '/v2.0/json/' })
    expect(JSON.parse(entry?.body ?? '')).toEqual({
      apiKey: carrierKey,
      modelName: 'TrackingDocument',
      calledMethod: 'getStatusDocuments',
      methodProperties: {
        Documents: [
          { DocumentNumber: ttn, Phone: '' },
          { DocumentNumber: second, Phone: '' },
        ],
        Language: 'UA',
      },
    })
    expect(JSON.stringify([entry?.target, entry?.headers])).not.toContain(carrierKey)
  })

  test('is refused above a hundred different TTNs, and is not asked without any', async () => {
    const { client, log } = await startCarrier()
    await expect(client.askStatuses(carrierKey, numbers(101))).rejects.toThrow(RangeError)
    expect(await client.askStatuses(carrierKey, [])).toEqual({
      parcels: [],
      bad_numbers: [],
      unanswered: [],
      failure: null,
    })
    expect(log.entries()).toEqual([])
    expect((await client.askStatuses(carrierKey, [...numbers(100), ...numbers(100)])).parcels).toHaveLength(100)
    expect(log.entries()).toHaveLength(1)
  })

  test('leaves numbers of other carriers at home', async () => {
    const { ask, log } = await startCarrier()
    const strange = ['0500123456789', 'RB123456789UA', '', '2045000000000١']
    expect(await ask(...strange)).toMatchObject({ bad_numbers: strange, failure: null })
    expect(log.entries()).toEqual([])
    expect(await ask(...strange, ttn)).toMatchObject({ bad_numbers: strange, parcels: [{ ttn }], failure: null })
    expect(log.entries()).toHaveLength(1)
  })

  test('is not asked without a key: a stranger’s answer would pass for ours', async () => {
    const { client, log } = await startCarrier()
    const answer = await client.askStatuses(' ', [ttn])
    expect(answer).toMatchObject({ unanswered: [ttn], failure: { kind: 'key_rejected' } })
    expect(await client.askKeyOwner('')).toMatchObject({ ok: false, failure: { kind: 'key_rejected' } })
    expect(log.entries()).toEqual([])
  })

  test('is repeated without the language when the carrier does not know it, and stays without', async () => {
    const { ask, serve, log } = await startCarrier()
    serve({ success: false, errors: ['Language is not valid'], errorCodes: ['30001401723'] })
    expect(await ask(ttn)).toMatchObject({ parcels: [{ ttn }], failure: null })
    await ask(ttn)
    expect(log.entries().map(({ body }) => body.includes('Language'))).toEqual([true, false, false])
  })
})

describe('the answer', () => {
  test('shows the sum and whose it is to the owner’s key alone', async () => {
    const { client, parcels } = await startCarrier()
    const cod = { kind: 'payment_control', amount: 1250.5 } as const
    parcels.put([{ ttn, owner_key: carrierKey, status_code: 7, cod }])
    const byOwner = await client.askStatuses(carrierKey, [ttn])
    expect(byOwner.parcels).toMatchObject([
      { ttn, status_code: 7, own: true, cod_amount: 125_050, cod_kind: 'payment_control', paid: false },
    ])
    const byOther = await client.askStatuses(otherCarrierKey, [ttn])
    expect(byOther.parcels).toMatchObject([{ ttn, status_code: 7, own: false, cod_amount: null, cod_kind: null }])
  })

  test('of a parcel on its way back names the parcel it goes on as', async () => {
    const { ask, parcels } = await startCarrier()
    const successor = { number: '20450000000099', type: 'CargoReturn' } as const
    parcels.put([{ ttn, owner_key: carrierKey, status_code: 102, successor }])
    parcels.put([
      { ttn: second, owner_key: carrierKey, status_code: 104, successor: { ...successor, type: 'Redirecting' } },
    ])
    const transfer = { number: '102-1107000000', type: 'RedeliveryGM' } as const
    parcels.put([{ ttn: third, owner_key: carrierKey, status_code: 10, successor: transfer }])
    expect((await ask(ttn, second, third)).parcels.map((parcel) => parcel.successor)).toEqual([
      { ttn: '20450000000099', kind: 'return' },
      { ttn: '20450000000099', kind: 'redirect' },
      null,
    ])
  })

  test('that leaves a parcel out, or adds one, or holds hostile texts is taken for what it is', async () => {
    const { ask, serve, parcels } = await startCarrier()
    parcels.put([{ ttn, left_out: true }])
    expect(await ask(ttn, second)).toMatchObject({ parcels: [{ ttn: second }], unanswered: [ttn], failure: null })
    const Status = `\0<script>\u{202e}${'ї'.repeat(1000)}`
    serve({ success: true, data: [null, { Number: third }, 5, { Number: ttn, Status, StatusCode: {} }, { Status }] })
    expect((await ask(ttn)).parcels).toMatchObject([
      { ttn, status_code: null, status_text: `<script> ${'ї'.repeat(291)}` },
    ])
  })
})

describe('bad numbers in a batch', () => {
  const bad = '00450000000000'

  test.each(['fails', 'warns'] as const)(
    'are found when the batch %s, and the good ones are answered',
    async (mixed) => {
      const { ask, set } = await startCarrier()
      set({ mixed_batch: mixed })
      const answer = await ask(ttn, bad, second)
      expect(answer).toMatchObject({
        parcels: [{ ttn }, { ttn: second }],
        bad_numbers: [bad],
        unanswered: [],
        failure: null,
      })
    },
  )

  test('are found by halves when nobody names them', async () => {
    const { client, parcels, log } = await startCarrier()
    const raw_envelope = { success: false, errors: ['Document number is not correct'] }
    parcels.put([{ ttn: second, raw_envelope }])
    const answer = await client.askStatuses(carrierKey, numbers(100))
    expect(answer).toMatchObject({ bad_numbers: [second], unanswered: [], failure: null })
    expect(answer.parcels).toHaveLength(99)
    expect(log.entries()).toHaveLength(15)
  })

  test('never cost what was answered: a limit met on the way leaves the rest for later', async () => {
    const { client, parcels, set } = await startCarrier()
    parcels.put([{ ttn: second, raw_envelope: { success: false, errorCodes: ['20001401442'] } }])
    set({ most_per_minute: 3, limit_answer: 'http429' })
    const answer = await client.askStatuses(carrierKey, numbers(4))
    expect(answer).toMatchObject({ bad_numbers: [], unanswered: [ttn, second], failure: { kind: 'rate_limited' } })
    expect(answer.parcels.map((parcel) => parcel.ttn)).toEqual(numbers(4).slice(2))
  })

  test('are believed also when the carrier calls that a success', async () => {
    const { ask, serve, log } = await startCarrier()
    serve({ success: true, data: [], warnings: [`Invalid DocumentNumber: ${ttn}`] })
    expect(await ask(ttn)).toMatchObject({ bad_numbers: [ttn], unanswered: [], failure: null })
    expect(log.entries()).toHaveLength(1)
  })

  test.each([
    [{ kind: 'html' }, 1],
    [{ kind: 'status', status: 404 }, 1],
    [{ kind: 'too_many_requests' }, 1],
    [{ kind: 'unauthorized' }, 1],
    [{ kind: 'junk' }, 5],
    [{ kind: 'huge_body', bytes: 9 * 1024 ** 2 }, 5],
  ] as const)('%j is no matter of numbers, and a batch of four costs %i calls', async (fault, calls) => {
    const { client, faults, log } = await startCarrier()
    faults.arm({ operation: '*', fault, times: 'always' })
    const answer = await client.askStatuses(carrierKey, numbers(4))
    expect(answer).toMatchObject({ parcels: [], bad_numbers: [], unanswered: numbers(4) })
    expect(log.entries()).toHaveLength(calls)
  })

  test('a parcel the carrier has no data of is unknown, and a choking one is left alone with its failure', async () => {
    const { client, parcels } = await startCarrier()
    parcels.put([{ ttn: second, raw_envelope: { success: false, errorCodes: ['20001402805'] } }])
    parcels.put([{ ttn: third, raw_envelope: { success: false, errors: ['Oops'], errorCodes: ['29999999999'] } }])
    const answer = await client.askStatuses(carrierKey, numbers(10))
    expect(answer).toMatchObject({ bad_numbers: [], unanswered: [third], failure: { kind: 'bad_answer' } })
    expect(answer.failure?.detail).toContain('«Oops», код 29999999999')
    expect(answer.parcels).toHaveLength(9)
    expect(answer.parcels[1]).toMatchObject({ ttn: second, status_code: 3, own: false })
  })
})

describe('whose key it is', () => {
  test('a private person by the name of the contact, a firm by its own; with phones', async () => {
    const { client } = await startCarrier()
    const person = { name: 'Відправник Тестовий', phones: [senderPhone] }
    expect(await client.askKeyOwner(carrierKey)).toEqual({ ok: true, owner: person })
    const firm = { name: 'ФОП Лук’яненко Ганна', phones: ['380500000021'] }
    expect(await client.askKeyOwner(otherCarrierKey)).toEqual({ ok: true, owner: firm })
  })

  test('several phones, spelled in several ways, and no contact at all', async () => {
    const { client, serve } = await startCarrier()
    const operation = 'get_counterparty_contact_persons'
    const Phones = '380501112233, 067 111 22 33; 12'
    serve({ success: true, data: [{ Description: '', LastName: 'Їжак', FirstName: null, Phones }] }, { operation })
    expect(await client.askKeyOwner(carrierKey)).toEqual({
      ok: true,
      owner: { name: 'Їжак', phones: ['380501112233', '380671112233'] },
    })
    serve({ success: true, data: [] }, { operation })
    expect(await client.askKeyOwner(otherCarrierKey)).toEqual({
      ok: true,
      owner: { name: 'ФОП Лук’яненко Ганна', phones: [] },
    })
  })

  test.each([
    ['expired', 'error', 'key_rejected'],
    ['expired', 'http401', 'key_rejected'],
    ['daily_limit', 'error', 'daily_limit'],
  ] as const)('a key that is %s, told by %s, is %s', async (state, bad_key, kind) => {
    const { client, keys, set, told } = await startCarrier()
    keys.put([{ key: carrierKey, state }])
    set({ bad_key })
    const [owner, statuses] = [await client.askKeyOwner(carrierKey), await client.askStatuses(carrierKey, [ttn])]
    expect(owner).toMatchObject({ ok: false, failure: { kind } })
    expect(statuses).toMatchObject({ unanswered: [ttn], failure: { kind } })
    expect(told([owner, statuses])).toEqual([])
  })

  test('nobody, or a second call that fails, is a failure with a name', async () => {
    const { client, serve, faults } = await startCarrier()
    serve({ success: true, data: [{}] }, { operation: 'get_counterparties' })
    expect(await client.askKeyOwner(carrierKey)).toMatchObject({ ok: false, failure: { kind: 'bad_answer' } })
    const fault = { kind: 'status', status: 503 } as const
    faults.arm({ operation: 'get_counterparty_contact_persons', fault, times: 2 })
    expect(await client.askKeyOwner(carrierKey)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
  })
})

test('a carrier that repeats the key and a phone in all it says is quoted without them', async () => {
  const { client, ask, serve, told } = await startCarrier()
  const echo = `Unknown call ${carrierKey} ${carrierKey.toUpperCase()} of ${senderPhone}\u0007`
  serve({ success: false, errors: [echo, { deep: [echo] }], errorCodes: [carrierKey], warnings: [echo] })
  serve({ success: false, errors: { [carrierKey]: `API key ${carrierKey} expired` } }, { status: 401 })
  serve({ success: true, data: [{ Number: ttn, StatusCode: '7', Status: `Прибув ${carrierKey}` }] })
  const answers = [await ask(ttn), await ask(ttn), await ask(ttn)]
  expect(answers[0]?.failure?.detail).toContain('«Unknown call … … of …»')
  expect(answers[1]?.failure?.detail).toContain('«API key … expired»')
  expect(answers[2]?.parcels).toMatchObject([{ status_text: 'Прибув …' }])
  serve(
    { success: true, data: [{ Ref: carrierKey, Description: `Фірма ${carrierKey}` }] },
    { operation: 'get_counterparties' },
  )
  const owner = await client.askKeyOwner(carrierKey)
  expect(owner).toMatchObject({ ok: true, owner: { name: 'Фірма …' } })
  expect(told([answers, owner])).toEqual([])
})

describe('a carrier that is down is left alone', () => {
  test('after five failures nothing is sent until the wait is over; then one call decides', async () => {
    let now = Date.now()
    const { ask, client, faults, log } = await startCarrier({ clock: { now: () => new Date(now) } })
    faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    for (let call = 0; call < 3; call += 1)
      expect((await ask(ttn)).failure?.detail).toBe('Нова пошта каже, що тимчасово не працює (код 503)')
    expect(log.entries()).toHaveLength(5)
    const { failure } = await ask(ttn)
    expect(failure).toMatchObject({ kind: 'unavailable', retry_after_seconds: 15 })
    expect(failure?.detail).toContain(`до ${toClock(new Date(now + 15_000))}; остання помилка: Нова пошта каже`)
    expect(await client.askKeyOwner(carrierKey)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
    expect(log.entries()).toHaveLength(5)
    now += 15_000
    faults.disarm()
    expect((await ask(ttn)).failure).toBeNull()
  })

  test('but a bad key, a limit or a bad answer is no illness: other keys are still asked', async () => {
    const { client, ask, serveSample } = await startCarrier()
    for (const sample of ['15', '16', '14', '17', '15', '16', '14', '17', '15', '16', '14', '17']) {
      serveSample(sample)
      expect((await ask(ttn)).failure?.kind).toMatch(/key_rejected|rate_limited|bad_answer/)
    }
    expect((await client.askStatuses(otherCarrierKey, [ttn])).failure).toBeNull()
  })

  test('three hiccups a minute are smoothed over; the fourth is told, because retries are rationed', async () => {
    let now = Date.now()
    const { ask, faults, log } = await startCarrier({ clock: { now: () => new Date(now) } })
    const hiccup = async () => {
      faults.arm({ operation: '*', fault: { kind: 'status', status: 503 } })
      return (await ask(ttn)).failure === null
    }
    expect([await hiccup(), await hiccup(), await hiccup(), await hiccup()]).toEqual([true, true, true, false])
    expect(log.entries()).toHaveLength(7)
    now += 60_000
    expect(await hiccup()).toBe(true)
  })
})
