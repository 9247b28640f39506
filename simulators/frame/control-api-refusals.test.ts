import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startWorld } from './test-client.ts'

const nullBody = { operation: 'create_thing', fault: { kind: 'null_body' } }

test.each([
  ['a body that is not JSON', 'POST', '/faults', '{"operation"', 'not JSON'],
  ['an unknown operation', 'POST', '/faults', { ...nullBody, operation: 'sing' }, 'one of: create_thing, list_things'],
  ['an unknown fault', 'POST', '/faults', { operation: '*', fault: { kind: 'earthquake' } }, 'fault.kind'],
  ['an unknown field', 'POST', '/faults', { ...nullBody, often: true }, '"often"'],
  ['an unknown field of a fault', 'POST', '/faults', { operation: '*', fault: { kind: 'hang', ms: 5 } }, '"ms"'],
  ['a missing field', 'POST', '/faults', { operation: '*', fault: { kind: 'latency' } }, 'fault.ms'],
  ['a probability above 1', 'POST', '/faults', { ...nullBody, probability: 2 }, 'probability'],
  ['no times at all', 'POST', '/faults', { ...nullBody, times: 0 }, 'times'],
  [
    'a content length off by nothing',
    'POST',
    '/faults',
    { operation: '*', fault: { kind: 'wrong_content_length', by: 0 } },
    'must not be 0',
  ],
  [
    'a connection fault for one operation',
    'POST',
    '/faults',
    { ...nullBody, fault: { kind: 'connection_destroyed' } },
    '* only',
  ],
  [
    'a closed listener for later',
    'POST',
    '/faults',
    { operation: '*', after: 1, fault: { kind: 'listener_closed', for_ms: 9 } },
    'at once',
  ],
  ['a clock turned back', 'POST', '/clock', { advance_seconds: -1 }, 'advance_seconds'],
  ['an unknown filter of the log', 'GET', '/log?colour=red', undefined, '"colour"'],
])('%s is refused clearly and changes nothing', async (_name, method, path, body, message) => {
  const { control, faults, create, clock } = await startWorld()
  const before = clock.now()
  const refused = await control(method, path, body)
  expect(refused).toEqual({ status: 400, json: { message: expect.stringContaining(message) } })
  expect(faults.armed()).toEqual([])
  expect(clock.now()).toBe(before)
  expect((await create()).status).toBe(201)
})

test('the refusal is English also inside a service that speaks another language', async () => {
  const before = { ...z.config() }
  onTestFinished(() => void z.config(before))
  z.config(z.locales.uk())
  const { control } = await startWorld()
  const refused = await control('POST', '/faults', { ...nullBody, often: true })
  expect(refused.json).toEqual({ message: expect.stringContaining('Unrecognized key: "often"') })
})

test('a control call leaves no connection in the pool of a client', async () => {
  const { control_url } = await startWorld()
  expect((await fetch(`${control_url}/counts`)).headers.get('connection')).toBe('close')
})

test('an unknown control route is 404 with those that exist, and no call of the world', async () => {
  const { control, log } = await startWorld()
  const known = expect.stringContaining('POST /_control/release')
  expect(await control('GET', '/weather')).toEqual({ status: 404, json: { message: known } })
  expect(await control('PUT', '/faults')).toEqual({ status: 404, json: { message: known } })
  expect(log.entries()).toEqual([])
})
