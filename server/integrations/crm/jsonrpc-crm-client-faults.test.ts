import { describe, expect, test } from 'vitest'
import { faultKinds, type ArmingInput } from '#/simulators/frame/faults.ts'
import type { CrmFailureKind } from './crm-client.ts'
import { everything, startCrm } from '#/test/support/real-crm.ts'

/** Right in every other way, but in the one-byte encoding of the nineties. */
const notUtf8 = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"orders":[],"total":0},"note":"\u{ef}\u{f0}"}', 'latin1')

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
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 1, result: { orders: [{ n: 1 }] } } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: { jsonrpc: '2.0', id: 1 } }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: [] }, 'bad_answer'],
    [{ kind: 'status', status: 200, body: notUtf8 }, 'bad_answer'],
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
    [{ kind: 'gzip_bomb', unpacked_bytes: 24 * 1024 ** 2 }, 'too_large'],
    [{ kind: 'wrong_content_length', by: -20 }, 'bad_answer'],
  ]
  test.each(once)('%j is %s, and is not tried again', async (fault, kind) => {
    const { fail, faults, told, log } = await startCrm()
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
    const { fail, client, faults, told, log } = await startCrm()
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
    // Only the id tells the calls apart, so an answer cannot be taken for that of another try.
    expect(new Set(log.entries().map(({ body }) => body)).size).toBe(4)
  })

  const fine: Fault[] = [{ kind: 'duplicate_answer' }, { kind: 'duplicate_effect' }, { kind: 'latency', ms: 20 }]

  const slow: [Fault][] = [
    [{ kind: 'hang' }],
    [{ kind: 'slow_headers', interval_ms: 20 }],
    [{ kind: 'slow_body', interval_ms: 20 }],
    [{ kind: 'wrong_content_length', by: 20 }],
    [{ kind: 'latency', ms: 60_000 }],
    [{ kind: 'late_effect', delay_ms: 60_000, meanwhile: 'hang' }],
  ]
  test.each(slow)('%j is cut at the deadline', async (fault) => {
    const { fail, faults, log } = await startCrm({ timeoutMs: 150 })
    faults.arm({ operation: 'get_orders', fault, times: 'always' })
    expect(await fail()).toEqual({ kind: 'timeout', detail: 'CRM не відповіла вчасно' })
    expect(log.entries().length).toBeLessThanOrEqual(1)
  })

  test('a closed port, a reset connection, an unknown name and a missing certificate are unreachable', async () => {
    const closed = await startCrm()
    closed.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 5000 } })
    expect((await closed.fail()).kind).toBe('unreachable')
    const destroyed = await startCrm()
    destroyed.faults.arm({ operation: '*', fault: { kind: 'connection_destroyed' }, times: 'always' })
    expect((await destroyed.fail()).kind).toBe('unreachable')
    const { rpc_url } = await startCrm()
    for (const url of ['https://crm.invalid/rpc', rpc_url.replace('http:', 'https:'), 'http://crm.example/rpc']) {
      const { fail } = await startCrm({ url })
      expect((await fail()).kind).toBe('unreachable')
    }
  })

  test('an answer that is late within the deadline, doubled, or made twice is an answer', async () => {
    const { client, faults } = await startCrm()
    for (const fault of fine) {
      faults.arm({ operation: 'get_orders', fault })
      expect(await client.listOrders(everything)).toMatchObject({ ok: true, page: { total: 2 } })
    }
  })

  test('no kind of fault is left out', () => {
    const met = [...once, ...twice, ...slow].map(([fault]) => fault.kind).concat(fine.map(({ kind }) => kind))
    const ofConnections = ['listener_closed', 'connection_destroyed']
    expect([...new Set([...met, ...ofConnections])].sort()).toEqual(Object.keys(faultKinds).sort())
  })

  test('a caller that goes away gets its answer at once, and the CRM is not blamed', async () => {
    const { client, faults, log } = await startCrm()
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
