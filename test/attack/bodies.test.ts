import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#/contract/problem.ts'
import { operationsOf, readDocument } from '../fuzz/operations.ts'
import type { ApiClient, Answer } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await loggedIn(kasyr, 'admin')
})
afterAll(() => kasyr.close())

const madeUp = (count: number, name = (at: number): string => `k${at}`): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 0]))
const smallAnswer = 20_000

describe('whoever has not logged in', () => {
  test('may send 16 KB and not a byte more, wherever bodies are taken', async () => {
    const open = operationsOf(await readDocument(kasyr)).filter(
      ({ method, permission }) => permission === 'public' && method !== 'GET',
    )
    expect(open.length).toBeGreaterThan(2)
    const textOf = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
    for (const { method, path } of open) {
      const send = (bytes: number) =>
        kasyr.anonymous.call(method, path, textOf(bytes), { 'content-type': 'application/json' })
      expect([path, (await send(16 * 1024)).status]).toEqual([path, 400])
      const { status, body } = await send(16 * 1024 + 1)
      expect([path, status, body.code]).toEqual([path, 413, 'request.too_large'])
    }
  })

  test('is refused before the body is read where something is wanted of them first', async () => {
    const large = JSON.stringify({ x: 'x'.repeat(900_000) })
    const answers = [
      await kasyr.anonymous.call('POST', '/users', large, { 'content-type': 'application/json' }),
      await kasyr.anonymous.call('POST', '/nowhere', '{"not json', { 'content-type': 'application/json' }),
      await kasyr.anonymous.call('POST', '/api/v1/%75sers', '{"not json', { 'content-type': 'text/plain' }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(['auth.required', 'request.not_found', 'request.not_found'])
  })
})

describe('a body with more mistakes than a person can read', () => {
  const expectFew = ({ status, text, body }: Answer<Problem>, all: number) => {
    expect(status).toBe(400)
    expect(Buffer.byteLength(text)).toBeLessThan(smallAnswer)
    expect(body.errors).toHaveLength(20)
    const left = new Intl.NumberFormat('uk-UA').format(all - 19)
    expect(body.errors?.at(-1)).toEqual({ pointer: '', detail: expect.stringContaining(`Ще ${left}\u00a0помил`) })
  }

  test('is told nineteen of them and the number of the rest', async () => {
    expectFew(await kasyr.anonymous.post('/auth/refresh', madeUp(1_000)), 1_000)
    expectFew(await admin.post('/receipts/bulk', { ...madeUp(21) }), 22)
  })

  test('is told all of twenty', async () => {
    const { body } = await kasyr.anonymous.post('/auth/refresh', madeUp(20))
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(Object.keys(madeUp(20)).map((name) => `/${name}`))
  })

  test('gets a small answer whatever the names are made of', async () => {
    for (const letter of ['\u0001', '"', '~', '/', 'ї', '\uffff', '\ud800', '😀']) {
      const names = madeUp(80, (at) => `${at}${letter.repeat(150)}`)
      const { status, text, body } = await admin.post('/receipts', names)
      expect(status).toBe(400)
      expect(body.errors).toHaveLength(20)
      expect([letter, Buffer.byteLength(text) < smallAnswer]).toEqual([letter, true])
    }
  })

  test('is told little: 105,000 unknown fields, and as many wrong elements', async () => {
    const fields = JSON.stringify(madeUp(105_000, (at) => at.toString(36)))
    const elements = JSON.stringify({ order_ids: Array.from({ length: 105_000 }, () => 1) })
    const json = { 'content-type': 'application/json' }
    expectFew(await admin.post('/receipts', fields, json), 105_001)
    expect((await admin.post('/receipts/bulk', elements, json)).text.length).toBeLessThan(smallAnswer)
  })

  test('is told few of the texts that cannot be stored', async () => {
    const phones = Array.from({ length: 60 }, (_, at) => ({
      code: 'a',
      name: `нуль\u0000${at}`,
      price: 1,
      quantity: 1,
      discount: 0,
    }))
    const { status, text, body } = await admin.patch('/orders/00000000-0000-7000-8000-000000000001', { goods: phones })
    expect(status).toBe(400)
    expect(body.errors?.length).toBeLessThanOrEqual(20)
    expect(text.length).toBeLessThan(smallAnswer)
  })
})
