import { describe, expect, test } from 'vitest'
import type { ArmingInput } from './faults.ts'
import { startWorld } from './test-client.ts'

interface Case {
  fault: (effect: boolean) => ArmingInput['fault']
  status: number
  body: string
  headers?: Record<string, string | null>
}

const page = (status: number) =>
  `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`
const html = { 'content-type': 'text/html; charset=utf-8' }

const cases: Record<string, Case> = {
  '200 with null': {
    fault: (effect) => ({ kind: 'null_body', effect }),
    status: 200,
    body: 'null',
    headers: { 'content-type': 'application/json' },
  },
  '200 with an HTML page': {
    fault: (effect) => ({ kind: 'html', effect }),
    status: 200,
    body: page(200),
    headers: html,
  },
  'an HTML 403': {
    fault: (effect) => ({ kind: 'html', status: 403, effect }),
    status: 403,
    body: page(403),
    headers: html,
  },
  '200 with an error body': {
    fault: (effect) => ({ kind: 'status', status: 200, body: { error: { code: -32_000 } }, effect }),
    status: 200,
    body: '{"error":{"code":-32000}}',
  },
  '409 with a JSON body': {
    fault: (effect) => ({ kind: 'status', status: 409, body: { message: 'exists' }, effect }),
    status: 409,
    body: '{"message":"exists"}',
  },
  '422 with the body null': {
    fault: (effect) => ({ kind: 'status', status: 422, body: null, effect }),
    status: 422,
    body: 'null',
  },
  '500 with the default body': {
    fault: (effect) => ({ kind: 'status', status: 500, effect }),
    status: 500,
    body: '{"message":"simulated"}',
  },
  '503 with a header': {
    fault: (effect) => ({ kind: 'status', status: 503, headers: { 'retry-after': '7' }, effect }),
    status: 503,
    body: '{"message":"simulated"}',
    headers: { 'retry-after': '7' },
  },
  '204 without a body': {
    fault: (effect) => ({ kind: 'no_content', effect }),
    status: 204,
    body: '',
    headers: { 'content-length': null, 'content-type': null },
  },
  'a redirect elsewhere': {
    fault: (effect) => ({ kind: 'redirect', location: 'http://127.0.0.1:9/away', effect }),
    status: 301,
    body: '',
    headers: { location: 'http://127.0.0.1:9/away' },
  },
  'a redirect that keeps the method': {
    fault: (effect) => ({ kind: 'redirect', status: 307, location: '/elsewhere', effect }),
    status: 307,
    body: '',
    headers: { location: '/elsewhere' },
  },
}

describe.each(Object.entries(cases))('%s', (_name, { fault, status, body, headers = {} }) => {
  test.each([false, true])('is answered once, with effect: %s', async (effect) => {
    const world = await startWorld()
    world.arm(fault(effect))

    const answer = await world.create('a lamp', { redirect: 'manual' })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(body)
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value)
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ things: effect ? 1 : 0, effects: effect ? 1 : 0, stage: 'answered', status })

    expect((await world.create()).status).toBe(201)
  })
})

test.each([
  [undefined, null],
  [30, '30'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
])('429 with Retry-After %s has no effect', async (retry_after, header) => {
  const world = await startWorld()
  world.arm({ kind: 'too_many_requests', retry_after, body: { wait: true } })
  const answer = await world.create()
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe(header)
  expect(await answer.json()).toEqual({ wait: true })
  expect(world.lastCall()).toMatchObject({ things: 0, effects: 0, status: 429 })
})

test('401 comes once and without the effect, the next call goes through', async () => {
  const world = await startWorld()
  world.arm({ kind: 'unauthorized' })
  expect((await world.create()).status).toBe(401)
  expect(world.lastCall()).toMatchObject({ things: 0, effects: 0, status: 401 })
  expect((await world.create()).status).toBe(201)
  expect(world.things).toHaveLength(1)
})

test.each([false, true])('junk is half of a JSON in a correct HTTP answer, effect: %s', async (effect) => {
  const world = await startWorld()
  world.arm({ kind: 'junk', effect })
  const answer = await world.create()
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toMatch(effect ? /^\{"id":1/ : /^\{"simulated"/)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(world.things).toHaveLength(effect ? 1 : 0)
})
