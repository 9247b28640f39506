import { describe, expect, test } from 'vitest'
import { toClock } from '../kyiv-time.ts'
import { everything, key, secret, startCrm } from '#/test/support/real-crm.ts'
import { CrmMapping } from './mapping.ts'
import { signerNames } from './signers.ts'

describe('the simulator, with code of its own, accepts every scheme', () => {
  test.each(signerNames)('%s', async (signer) => {
    const { client, log } = await startCrm({ signer })
    const outcomes = [await client.listOrders(everything), await client.listOrders(everything)]
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect(log.entries()).toHaveLength(2)
  })

  test.each(signerNames)('%s with a wrong secret is told as such, and only once', async (signer) => {
    const { fail, told, log } = await startCrm({ signer, secret: 'another-secret' })
    const failure = await fail()
    expect(failure.kind).toBe('bad_credentials')
    expect(told(failure)).toEqual([])
    expect(log.entries()).toHaveLength(1)
  })
})

describe('a clock that is wrong is told apart from a wrong secret, with both times', () => {
  const off = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })

  test.each([-6, 6, 600])('%i minutes', async (minutes) => {
    const { fail } = await startCrm({ clock: off(minutes) })
    const { kind, detail } = await fail()
    expect(kind).toBe('clock_skew')
    expect(detail.match(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d/g)).toHaveLength(2)
  })

  test('four minutes are no reason', async () => {
    const { client } = await startCrm({ clock: off(4) })
    expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  })

  test('a bare 401 with another time in its Date header is the clock; with ours it is the key', async () => {
    const { fail, faults } = await startCrm({ clock: off(20) })
    faults.arm({ operation: '*', fault: { kind: 'unauthorized' } })
    expect((await fail()).kind).toBe('clock_skew')
    const right = await startCrm()
    right.faults.arm({ operation: '*', fault: { kind: 'unauthorized' } })
    expect((await right.fail()).kind).toBe('bad_credentials')
  })

  test.each([
    ['Signature mismatch', 'bad_credentials'],
    ['Timestamp is too old', 'clock_skew'],
    ['Unknown status filter', 'refused'],
  ])('HTTP 200 with the error «%s» is %s', async (message, kind) => {
    const { fail, faults } = await startCrm()
    const body = { jsonrpc: '2.0', id: 1, error: { code: 1, message } }
    faults.arm({ operation: '*', fault: { kind: 'status', status: 200, body } })
    expect((await fail()).kind).toBe(kind)
  })
})

test('an error that repeats our secrets is shown without them', async () => {
  const { fail, told, faults } = await startCrm({ nonce: () => 'nonce-1', random: () => 0 })
  const message = `bad call ${secret} by ${key}, nonce nonce-1\u0007\n${'ab12'.repeat(20)} ${'довго '.repeat(100)}`
  faults.arm({ operation: '*', fault: { kind: 'status', status: 200, body: { error: { code: 1, message } } } })
  const failure = await fail()
  expect(failure.detail).toContain('bad call … by …, nonce … … довго')
  expect(failure.detail.length).toBeLessThan(300)
  expect(told(failure)).toEqual([])
})

test('what is signed inside the call is sent as signed, with the mapping of the file', async () => {
  const mapping = CrmMapping.parse({ signing: { encoding: 'HEX' }, params: { fixed: { flag: true } } })
  const { client, log } = await startCrm({ signer: 'sorted-params-md5', mapping })
  expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  expect(log.entries()[0]?.body).toMatch(/"flag":true,"updated_from":null,.*"sign":"[0-9A-F]{32}"/)
})

describe('a CRM that is down is left alone', () => {
  test('after five failures nothing is sent until the wait is over; then one call decides', async () => {
    let now = Date.now()
    const { fail, client, faults, log } = await startCrm({ clock: { now: () => new Date(now) } })
    faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    for (let call = 0; call < 3; call += 1) expect((await fail()).detail).toBe('CRM відповіла кодом 503')
    expect(log.entries()).toHaveLength(5)
    const resting = await fail()
    expect(resting.kind).toBe('unavailable')
    expect(resting.detail).toContain(`до ${toClock(new Date(now + 15_000))}; остання помилка: CRM відповіла кодом 503`)
    expect(log.entries()).toHaveLength(5)
    now += 15_000
    faults.disarm()
    expect(await client.listOrders(everything)).toMatchObject({ ok: true })
  })

  test('three hiccups a minute are smoothed over; the fourth is told, because retries are rationed', async () => {
    let now = Date.now()
    const { client, faults, log } = await startCrm({ clock: { now: () => new Date(now) } })
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
