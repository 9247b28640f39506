import { describe, expect, test } from 'vitest'
import { faultKinds, type ArmingInput } from '#/simulators/frame/faults.ts'
import { carrierKey, startCarrier } from '#/test/support/real-carrier.ts'
import type { CarrierFailureKind } from './carrier-client.ts'

const ttn = '20450000000011'
const operation = 'get_status_documents'
const envelope = { success: true, data: [{ Number: ttn, StatusCode: '7' }], errors: [] }
/** Right in every other way, but in the one-byte encoding of the nineties. */
const notUtf8 = Buffer.from('{"success":true,"data":[{"Number":"\u{ef}\u{f0}"}]}', 'latin1')

describe('every fault has a name, comes within the deadline, and tells no key', () => {
  type Fault = ArmingInput['fault']
  const once: [Fault, CarrierFailureKind][] = [
    [{ kind: 'null_body' }, 'bad_answer'],
    [{ kind: 'html' }, 'bad_answer'],
    [{ kind: 'html', status: 403 }, 'bad_answer'],
    [{ kind: 'html', status: 404 }, 'bad_answer'],
    [{ kind: 'html', status: 401 }, 'key_rejected'],
    [{ kind: 'html', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 200, body: [] }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: 'ok' }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { message: 'ok' } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { success: false } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { success: false, errors: { '0': 'Something new' } } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { success: false, errorCodes: { '3': 20_000_501_331 } } }, 'daily_limit'],
    [{ kind: 'status', status: 200, body: notUtf8 }, 'bad_answer'],
    [{ kind: 'status', status: 400, body: envelope }, 'bad_answer'],
    [{ kind: 'status', status: 403, body: { success: false, errors: ['API key is blocked'] } }, 'key_rejected'],
    [{ kind: 'status', status: 404 }, 'bad_answer'],
    [{ kind: 'no_content' }, 'bad_answer'],
    [{ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' }, 'bad_answer'],
    [{ kind: 'too_many_requests', retry_after: 30 }, 'rate_limited'],
    [{ kind: 'too_many_requests' }, 'rate_limited'],
    [{ kind: 'unauthorized' }, 'key_rejected'],
    [{ kind: 'junk' }, 'bad_answer'],
    [{ kind: 'huge_body', bytes: 9 * 1024 ** 2 }, 'bad_answer'],
    [{ kind: 'gzip_bomb', unpacked_bytes: 24 * 1024 ** 2 }, 'bad_answer'],
    [{ kind: 'wrong_content_length', by: -20 }, 'bad_answer'],
  ]
  test.each(once)('%j is %s, and is not tried again', async (fault, kind) => {
    const { ask, faults, told, log } = await startCarrier()
    faults.arm({ operation, fault, times: 'always' })
    const answer = await ask(ttn)
    expect(answer).toMatchObject({ parcels: [], bad_numbers: [], unanswered: [ttn], failure: { kind } })
    expect(told(answer)).toEqual([])
    expect(log.entries()).toHaveLength(1)
  })

  const twice: [Fault, CarrierFailureKind][] = [
    [{ kind: 'status', status: 500, effect: true }, 'unavailable'],
    [{ kind: 'status', status: 408 }, 'unavailable'],
    [{ kind: 'html', status: 503 }, 'unavailable'],
    [{ kind: 'status', status: 200, body: { success: false, errorCodes: ['20000100016'] } }, 'unavailable'],
    [{ kind: 'status', status: 200, body: { success: true, data: [] } }, 'no_records'],
    [{ kind: 'late_effect', delay_ms: 1, meanwhile: 'gateway_timeout' }, 'unavailable'],
    [{ kind: 'late_effect', delay_ms: 1, meanwhile: 'reset' }, 'unreachable'],
    [{ kind: 'reset_before_answer' }, 'unreachable'],
    [{ kind: 'reset_mid_answer', part: 'head' }, 'unreachable'],
    [{ kind: 'reset_mid_answer', part: 'body' }, 'unreachable'],
    [{ kind: 'truncated_body' }, 'unreachable'],
  ]
  test.each(twice)('%j is %s after a second try; when it passes in between, the answer comes', async (fault, kind) => {
    const { ask, faults, told, log } = await startCarrier()
    faults.arm({ operation, fault, times: 2 })
    const answer = await ask(ttn)
    expect(answer).toMatchObject({ parcels: [], unanswered: [ttn], failure: { kind } })
    expect(told(answer)).toEqual([])
    expect(log.entries()).toHaveLength(2)
    faults.arm({ operation, fault })
    expect(await ask(ttn)).toMatchObject({ parcels: [{ ttn, status_code: 3 }], unanswered: [], failure: null })
    expect(log.entries()).toHaveLength(4)
  })

  const slow: [Fault][] = [
    [{ kind: 'hang' }],
    [{ kind: 'slow_headers', interval_ms: 20 }],
    [{ kind: 'slow_body', interval_ms: 20 }],
    [{ kind: 'wrong_content_length', by: 20 }],
    [{ kind: 'latency', ms: 60_000 }],
    [{ kind: 'late_effect', delay_ms: 60_000, meanwhile: 'hang' }],
  ]
  test.each(slow)('%j is cut at the deadline', async (fault) => {
    const { ask, faults, log } = await startCarrier({ timeoutMs: 150 })
    faults.arm({ operation, fault, times: 'always' })
    const { failure } = await ask(ttn)
    expect(failure).toEqual({ kind: 'timeout', detail: 'Нова пошта не відповіла вчасно', retry_after_seconds: null })
    expect(log.entries().length).toBeLessThanOrEqual(1)
  })

  test('a closed port, a reset connection, an unknown name and a missing certificate are unreachable', async () => {
    const closed = await startCarrier()
    closed.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 5000 } })
    expect((await closed.ask(ttn)).failure?.kind).toBe('unreachable')
    const destroyed = await startCarrier()
    destroyed.faults.arm({ operation: '*', fault: { kind: 'connection_destroyed' }, times: 'always' })
    expect((await destroyed.ask(ttn)).failure?.kind).toBe('unreachable')
    const { api_url } = await startCarrier()
    for (const url of ['https://np.invalid/', api_url.replace('http:', 'https:'), 'http://np.example/v2.0/json/']) {
      const { ask } = await startCarrier({ url })
      expect((await ask(ttn)).failure?.kind).toBe('unreachable')
    }
  })

  const fine: Fault[] = [{ kind: 'duplicate_answer' }, { kind: 'duplicate_effect' }, { kind: 'latency', ms: 20 }]
  test('an answer that is late within the deadline, doubled, or made twice is an answer', async () => {
    const { ask, faults } = await startCarrier()
    for (const fault of fine) {
      faults.arm({ operation, fault })
      expect(await ask(ttn)).toMatchObject({ parcels: [{ ttn }], failure: null })
    }
  })

  test('no kind of fault is left out', () => {
    const met = [...once, ...twice, ...slow].map(([fault]) => fault.kind).concat(fine.map(({ kind }) => kind))
    const ofConnections = ['listener_closed', 'connection_destroyed']
    expect([...new Set([...met, ...ofConnections])].sort()).toEqual(Object.keys(faultKinds).sort())
  })
})

describe('a carrier that asks for patience', () => {
  test.each([
    ['30', 30],
    [new Date(Date.UTC(2026, 0, 1, 0, 2)).toUTCString(), 120],
    [new Date(Date.UTC(2025, 0, 1)).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
  ])('Retry-After «%s» is %s seconds', async (retry_after, seconds) => {
    const { ask, faults } = await startCarrier({ clock: { now: () => new Date('2026-01-01T00:00:00Z') } })
    faults.arm({ operation, fault: { kind: 'too_many_requests', retry_after } })
    expect((await ask(ttn)).failure).toMatchObject({ kind: 'rate_limited', retry_after_seconds: seconds })
  })
})

test('a caller that goes away gets its answer at once, and the carrier is not blamed', async () => {
  const { client, ask, faults, log, logged } = await startCarrier()
  faults.arm({ operation, fault: { kind: 'hang' }, times: 6 })
  for (let call = 0; call < 6; call += 1) {
    const leaving = new AbortController()
    const outcome = client.askStatuses(carrierKey, [ttn], leaving.signal)
    await log.waitFor((entries) => entries.length === call + 1 && entries.at(-1)?.stage === 'held')
    leaving.abort()
    expect((await outcome).failure).toMatchObject({ kind: 'timeout', detail: 'запит до Нової пошти скасовано' })
  }
  // Nobody waits for a second try.
  expect(logged).toHaveLength(6)
  expect((await ask(ttn)).failure).toBeNull()
})
