import { describe, expect, test } from 'vitest'
import type { ArmingInput } from '../frame/faults.ts'
import { failureOf } from '../frame/test-client.ts'
import { ettnBody, startSignedIn, ttn } from './test-fiscal.ts'

type Fault = ArmingInput['fault']

const withoutEffect: Fault[] = [
  { kind: 'reset_before_answer' },
  { kind: 'reset_mid_answer' },
  { kind: 'null_body' },
  { kind: 'html', status: 403 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'no_content' },
  { kind: 'redirect', location: 'http://nowhere.invalid' },
  { kind: 'too_many_requests', retry_after: 2 },
  { kind: 'unauthorized', body: { message: 'Не вірні облікові дані', code: 'base.credentials' } },
  { kind: 'junk' },
]

const withEffect: Fault[] = [
  { kind: 'reset_before_answer', effect: true },
  { kind: 'reset_mid_answer', effect: true, part: 'head' },
  { kind: 'reset_mid_answer', effect: true, part: 'body' },
  { kind: 'null_body', effect: true },
  { kind: 'html', status: 502, effect: true },
  { kind: 'status', status: 500, effect: true },
  { kind: 'no_content', effect: true },
  { kind: 'junk', effect: true },
  { kind: 'truncated_body' },
  { kind: 'duplicate_answer' },
]

/** One create under a fault; how it ended for the client does not matter here. */
const createUnder = async (fault: Fault) => {
  const world = await startSignedIn()
  world.faults.arm({ operation: 'create_ettn', fault })
  await world.create().catch(() => null)
  await world.log.waitFor((entries) => entries.every(({ ended_at }) => ended_at !== null))
  expect(world.faults.armed()).toEqual([])
  return world
}

describe('a create that failed before it did anything left nothing behind', () => {
  test.each(withoutEffect)('%j', async (fault) => {
    const { documents, create } = await createUnder(fault)
    expect(documents.all()).toEqual([])
    expect((await create()).status).toBe(200)
  })
})

describe('a create whose answer was lost is there all the same', () => {
  test.each(withEffect)('%j', async (fault) => {
    const { documents, list } = await createUnder(fault)
    expect(documents.live(ttn)).toHaveLength(1)
    expect(await list()).toMatchObject([{ ettnNumber: ttn }])
  })
})

test('a doubled effect is two documents behind one answer', async () => {
  const { documents } = await createUnder({ kind: 'duplicate_effect' })
  expect(documents.live(ttn)).toHaveLength(2)
})

test('a late create comes when its time has come, made then', async () => {
  const world = await startSignedIn()
  world.faults.arm({ operation: 'create_ettn', fault: { kind: 'late_effect', delay_ms: 90_000 } })
  expect(await failureOf(world.create())).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
  await world.clock.advance(89_999)
  expect(world.documents.all()).toEqual([])
  await world.clock.advance(1)
  expect(world.documents.all()).toMatchObject([{ ttn, created_at: '2026-01-15T00:01:30.000Z' }])
})

test('a create that hangs is there when it is let go, although the client has left', async () => {
  const world = await startSignedIn()
  world.faults.arm({ operation: 'create_ettn', fault: { kind: 'hang', effect: 'after' } })
  const leaving = new AbortController()
  const left = failureOf(
    fetch(`${world.api_url}/ettn`, {
      method: 'POST',
      body: JSON.stringify(ettnBody()),
      headers: await world.headers(),
      signal: leaving.signal,
    }),
  )
  await world.log.waitFor((entries) => entries.at(-1)?.stage === 'held')
  leaving.abort()
  expect(await left).toBe('AbortError')
  expect(world.documents.all()).toEqual([])
  await world.faults.release()
  await world.log.waitFor((entries) => entries.at(-1)?.ended_at !== null)
  expect(world.documents.all()).toHaveLength(1)
})

test('a delete, too, may have happened behind a lost answer, or not', async () => {
  const world = await startSignedIn()
  const { id } = await world.created()
  world.faults.arm({ operation: 'delete_ettn', fault: { kind: 'status', status: 502 } })
  world.faults.arm({ operation: 'delete_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  expect((await world.call('DELETE', `/ettn/${id}`).catch(() => null))?.status).not.toBe(200)
  expect(world.documents.live(ttn)).toHaveLength(1)
  await world.call('DELETE', `/ettn/${id}`).catch(() => null)
  expect(world.documents.live(ttn)).toHaveLength(0)
})

test('every operation can be made to fail', async () => {
  const { control } = await startSignedIn()
  expect((await control('GET', '/faults')).json).toMatchObject({
    operations: expect.arrayContaining([
      ...['create_ettn', 'list_ettn', 'get_ettn', 'delete_ettn', 'put_ettn', 'fiscalize_manually'],
      ...['create_ettn_prepayment', 'delete_ettn_prepayment', 'create_prepayment', 'get_prepayment_chain'],
      ...['return_prepayment', 'get_receipt', 'cashier_shift', 'open_shift', 'find_shift', 'close_shift'],
    ]),
  })
})

test('the log keeps the body of every attempt to the byte, answered or not', async () => {
  const world = await startSignedIn()
  world.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
  const odd = ` ${JSON.stringify(ettnBody({ body: { footer: 'Дякуємо — приходьте ще \u{1F4E6}' } }), null, 3)}\n`
  await world.call('POST', '/ettn', odd).catch(() => null)
  await world.call('POST', '/ettn', odd)
  await world.log.waitFor((entries) => entries.every(({ ended_at }) => ended_at !== null))
  const attempts = world.log.entries().filter(({ operation }) => operation === 'create_ettn')
  expect(attempts.map(({ body }) => Buffer.from(body))).toEqual([Buffer.from(odd), Buffer.from(odd)])
  expect(attempts.map(({ effects_at }) => effects_at.length)).toEqual([0, 1])
})
