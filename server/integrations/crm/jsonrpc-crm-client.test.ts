import { describe, expect, onTestFinished, test } from 'vitest'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import type { ArmingInput } from '#/simulators/frame/faults.ts'
import type { CrmFailureKind } from './crm-client.ts'
import { createJsonRpcCrmClient, type JsonRpcCrmOptions } from './jsonrpc-crm-client.ts'
import { CrmMapping } from './mapping.ts'
import { signerNames } from './signers.ts'

const secret = 'a-secret-nobody-may-read'
const key = 'key-of-the-shop'
const everything = { updated_from: null, offset: 0, limit: 100 }

async function start(more: Partial<JsonRpcCrmOptions> = {}, scheme = more.signer ?? 'timestamp-nonce-body') {
  const simulator = await startCrmSimulator({ key, secret, scheme })
  onTestFinished(simulator.close)
  simulator.orders.put([
    { id: 1, created_at: '2026-01-05T10:00:00Z', goods: [], total: 0 },
    { id: 2, created_at: '2026-01-05T11:00:00Z', goods: [], total: 0 },
  ])
  const logged: unknown[] = []
  const client = createJsonRpcCrmClient({
    url: simulator.rpc_url,
    key,
    secret,
    clock: { now: () => new Date() },
    random: () => 0,
    timeoutMs: 400,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
    ...more,
  })
  const fail = async () => {
    const outcome = await client.listOrders(everything)
    return outcome.ok ? { kind: 'none', detail: '' } : outcome.failure
  }
  /** Everything anybody may read must be free of what was sent to prove who we are. */
  const told = (text: unknown) => {
    const sent = simulator.log
      .entries()
      .flatMap(({ headers }) => ['x-signature', 'x-nonce', 'authorization'].map((name) => headers[name]))
    const secrets = [secret, key, ...sent].filter((value) => value !== undefined).map(String)
    return secrets.filter((value) => JSON.stringify([text, logged]).includes(value))
  }
  return { ...simulator, client, fail, told, logged }
}

describe('the simulator, with code of its own, accepts every scheme', () => {
  test.each(signerNames)('%s', async (signer) => {
    const { client, log } = await start({ signer })
    const outcomes = [await client.listOrders(everything), await client.listOrders(everything)]
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect(log.entries()).toHaveLength(2)
  })

  test.each(signerNames)('%s with a wrong secret is told as such, and only once', async (signer) => {
    const { fail, told, log } = await start({ signer, secret: 'another-secret' })
    const failure = await fail()
    expect(failure.kind).toBe('bad_credentials')
    expect(told(failure)).toEqual([])
    expect(log.entries()).toHaveLength(1)
  })
})

describe('every fault has a name, comes within the deadline, and tells no secret', () => {
  type Fault = ArmingInput['fault']
  const once: [Fault, CrmFailureKind][] = [
    [{ kind: 'null_body' }, 'bad_answer'],
    [{ kind: 'html' }, 'bad_answer'],
    [{ kind: 'html', status: 403 }, 'bad_credentials'],
    [{ kind: 'html', status: 404 }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'no' } } }, 'refused'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 9, error: { code: 5 } } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: null, error: 'no' } }, 'refused'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 9, result: { orders: [] } } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 1, result: { orders: [{ id: 1 }] } } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 1 } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: [] }, 'bad_answer'],
    [{ kind: 'status', status: 404 }, 'bad_answer'],
    [{ kind: 'status', status: 409, body: { error: { message: 'twice' } } }, 'refused'],
    [{ kind: 'status', status: 422, body: { error: { message: 'what' } } }, 'refused'],
    [{ kind: 'no_content' }, 'bad_answer'],
    [{ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' }, 'bad_answer'],
    [{ kind: 'too_many_requests', retry_after: 30 }, 'rate_limited'],
    [{ kind: 'too_many_requests' }, 'rate_limited'],
    [{ kind: 'unauthorized' }, 'bad_credentials'],
    [{ kind: 'status', status: 403 }, 'bad_credentials'],
    [{ kind: 'junk' }, 'bad_answer'],
    [{ kind: 'huge_body', bytes: 11 * 1024 ** 2 }, 'too_large'],
    [{ kind: 'gzip_bomb', unpacked_bytes: 100 * 1024 ** 2 }, 'too_large'],
    [{ kind: 'wrong_content_length', by: -20 }, 'bad_answer'],
  ]
  test.each(once)('%j is %s, and is not tried again', async (fault, kind) => {
    // Unpacking takes its time on a small machine; here the name counts, not the deadline.
    const { fail, faults, told, log } = await start({ timeoutMs: 5000 })
    faults.arm({ operation: 'get_orders', fault, times: 'always' })
    const failure = await fail()
    expect(failure.kind, failure.detail).toBe(kind)
    expect(told(failure)).toEqual([])
    expect(log.entries()).toHaveLength(1)
  })

  const twice: [Fault, CrmFailureKind][] = [
    [{ kind: 'status', status: 500, effect: true }, 'unavailable'],
    [{ kind: 'status', status: 502 }, 'unavailable'],
    [{ kind: 'html', status: 503 }, 'unavailable'],
    [{ kind: 'late_effect', delay_ms: 1, meanwhile: 'gateway_timeout' }, 'unavailable'],
    [{ kind: 'late_effect', delay_ms: 1, meanwhile: 'reset' }, 'unreachable'],
    [{ kind: 'reset_before_answer' }, 'unreachable'],
    [{ kind: 'reset_mid_answer', part: 'head' }, 'unreachable'],
    [{ kind: 'reset_mid_answer', part: 'body' }, 'unreachable'],
    [{ kind: 'truncated_body' }, 'unreachable'],
  ]
  test.each(twice)('%j is %s after a second try; when it passes in between, the page comes', async (fault, kind) => {
    const { fail, client, faults, told, log } = await start()
    faults.arm({ operation: 'get_orders', fault, times: 2 })
    const failure = await fail()
    expect(failure.kind, failure.detail).toBe(kind)
    expect(told(failure)).toEqual([])
    expect(log.entries()).toHaveLength(2)
    faults.arm({ operation: 'get_orders', fault })
    expect(await client.listOrders(everything)).toMatchObject({ ok: true, page: { total: 2 } })
    expect(log.entries()).toHaveLength(4)
    const nonces = log.entries().map(({ headers }) => headers['x-nonce'])
    expect(new Set(nonces).size).toBe(4)
  })

  const slow: [Fault, number][] = [
    [{ kind: 'hang' }, 1],
    [{ kind: 'slow_headers', interval_ms: 20 }, 1],
    [{ kind: 'slow_body', interval_ms: 20 }, 1],
    [{ kind: 'wrong_content_length', by: 20 }, 1],
    [{ kind: 'latency', ms: 1000 }, 1],
    [{ kind: 'late_effect', delay_ms: 1000, meanwhile: 'hang' }, 1],
  ]
  test.each(slow)('%j is cut at the deadline', async (fault, calls) => {
    const { fail, faults, log } = await start({ timeoutMs: 150 })
    faults.arm({ operation: 'get_orders', fault, times: 'always' })
    const started = performance.now()
    expect(await fail()).toEqual({ kind: 'timeout', detail: 'CRM не відповіла вчасно' })
    expect(performance.now() - started).toBeLessThan(600)
    expect(log.entries()).toHaveLength(calls)
  })

  test('a closed port, a reset connection, an unknown name and a missing certificate are unreachable', async () => {
    const closed = await start()
    closed.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 5000 } })
    expect((await closed.fail()).kind).toBe('unreachable')
    const destroyed = await start()
    destroyed.faults.arm({ operation: '*', fault: { kind: 'connection_destroyed' }, times: 'always' })
    expect((await destroyed.fail()).kind).toBe('unreachable')
    const { rpc_url } = await start()
    for (const url of ['https://crm.invalid/rpc', rpc_url.replace('http:', 'https:'), 'http://crm.example/rpc']) {
      const { fail } = await start({ url })
      expect((await fail()).kind).toBe('unreachable')
    }
  })

  test('the same answer twice on one connection is one answer', async () => {
    const { client, faults } = await start()
    faults.arm({ operation: 'get_orders', fault: { kind: 'duplicate_answer' } })
    expect(await client.listOrders(everything)).toMatchObject({ ok: true, page: { total: 2 } })
  })

  test('a caller that goes away gets its answer at once, and the CRM is not blamed', async () => {
    const { client, faults, log } = await start({ timeoutMs: 5000 })
    faults.arm({ operation: 'get_orders', fault: { kind: 'hang' }, times: 6 })
    for (let call = 0; call < 6; call += 1) {
      const leaving = new AbortController()
      const outcome = client.listOrders(everything, leaving.signal)
      await log.waitFor((entries) => entries.length === call + 1 && entries.at(-1)?.stage === 'held')
      leaving.abort()
      expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'timeout', detail: 'запит до CRM скасовано' } })
    }
    expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  })
})

describe('a clock that is wrong is told apart from a wrong secret, with both times', () => {
  const off = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })

  test.each([-6, 6, 600])('%i minutes', async (minutes) => {
    const { fail } = await start({ clock: off(minutes) })
    const { kind, detail } = await fail()
    expect(kind).toBe('clock_skew')
    expect(detail.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)).toHaveLength(2)
  })

  test('four minutes are no reason', async () => {
    const { client } = await start({ clock: off(4) })
    expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  })

  test('a bare 401 with another time in its Date header is the clock; with ours it is the key', async () => {
    const { fail, faults } = await start({ clock: off(20) })
    faults.arm({ operation: '*', fault: { kind: 'unauthorized' } })
    expect((await fail()).kind).toBe('clock_skew')
    const right = await start()
    right.faults.arm({ operation: '*', fault: { kind: 'unauthorized' } })
    expect((await right.fail()).kind).toBe('bad_credentials')
  })

  test.each([
    ['Signature mismatch', 'bad_credentials'],
    ['Timestamp is too old', 'clock_skew'],
    ['Unknown status filter', 'refused'],
  ])('HTTP 200 with the error «%s» is %s', async (message, kind) => {
    const { fail, faults } = await start()
    const body = { jsonrpc: '2.0', id: 1, error: { code: 1, message } }
    faults.arm({ operation: '*', fault: { kind: 'status', status: 200, body } })
    expect((await fail()).kind).toBe(kind)
  })
})

test('an error that repeats our secrets is shown without them', async () => {
  const { fail, told, faults } = await start({ nonce: () => 'nonce-1', random: () => 0 })
  const message = `bad call ${secret} by ${key}, nonce nonce-1\u0007\n${'ab12'.repeat(20)} ${'довго '.repeat(100)}`
  faults.arm({ operation: '*', fault: { kind: 'status', status: 200, body: { error: { code: 1, message } } } })
  const failure = await fail()
  expect(failure.detail).toContain('bad call … by …, nonce … … довго')
  expect(failure.detail.length).toBeLessThan(300)
  expect(told(failure)).toEqual([])
})

test('what is signed inside the call is sent as signed, with the mapping of the file', async () => {
  const mapping = CrmMapping.parse({ signing: { encoding: 'HEX' }, params: { fixed: { flag: true } } })
  const { client, log } = await start({ signer: 'sorted-params-md5', mapping })
  expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  expect(log.entries()[0]?.body).toMatch(/"flag":true,"updated_from":null,.*"sign":"[0-9A-F]{32}"/)
})

describe('a CRM that is down is left alone', () => {
  test('after five failures nothing is sent until the wait is over; then one call decides', async () => {
    let now = Date.now()
    const { fail, client, faults, log } = await start({ clock: { now: () => new Date(now) } })
    faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    for (let call = 0; call < 3; call += 1) expect((await fail()).detail).toBe('CRM відповіла HTTP 503')
    expect(log.entries()).toHaveLength(5)
    const resting = await fail()
    expect(resting.kind).toBe('unavailable')
    expect(resting.detail).toContain(
      `до ${new Date(now + 15_000).toISOString()}; остання помилка: CRM відповіла HTTP 503`,
    )
    expect(log.entries()).toHaveLength(5)
    now += 15_000
    faults.disarm()
    expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  })

  test('three hiccups a minute are smoothed over; the fourth is told, because retries are rationed', async () => {
    let now = Date.now()
    const { client, faults, log } = await start({ clock: { now: () => new Date(now) } })
    const hiccup = async () => {
      faults.arm({ operation: '*', fault: { kind: 'status', status: 503 } })
      return (await client.listOrders(everything)).ok
    }
    expect([await hiccup(), await hiccup(), await hiccup(), await hiccup()]).toEqual([true, true, true, false])
    expect(log.entries()).toHaveLength(7)
    now += 60_000
    expect(await hiccup()).toBe(true)
  })
})
