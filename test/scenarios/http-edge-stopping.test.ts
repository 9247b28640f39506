import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openWeb, route } from './http-edge-support.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

describe('when the service stops', () => {
  test('what is under way is answered, and the connection ends with it', async () => {
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const web = await openWeb(kasyr, {
      routes: route('slow', async () => {
        started.resolve()
        await finish.promise
        return { done: true }
      }),
    })
    const asking = web.anonymous.get<{ done: boolean }>('/slow')
    await started.promise
    const closing = web.close()
    await expect.poll(() => web.http.server.listening).toBe(false)
    finish.resolve()
    const { body, headers } = await asking
    expect(body).toEqual({ done: true })
    expect(headers.get('connection')).toBe('close')
    await closing
    await expect(fetch(`${web.url}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('an answer that was half sent is sent to its end, and the connection ends with it', async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('половина ')
    const web = await openWeb(kasyr, { routes: route('long', async () => stream) })
    const answer = await fetch(`${web.url}/api/v1/long`)
    const closing = web.close()
    await expect.poll(() => web.http.server.listening).toBe(false)
    stream.push('і друга')
    stream.push(null)
    expect(await answer.text()).toBe('половина і друга')
    await closing
  })

  test('it first says that it is not ready any more', async () => {
    const leaving = Promise.withResolvers<void>()
    const web = await openWeb(kasyr, { routes: (http) => void http.addHook('preClose', () => leaving.promise) })
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200)
    const closing = web.close()
    const ready = await fetch(`${web.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
    leaving.resolve()
    await closing
  })

  test('it does not wait for connections on which nothing was ever said', async () => {
    const web = await openWeb(kasyr)
    const silent = connect(Number(new URL(web.url).port), '127.0.0.1')
    const hungUp = once(silent, 'close')
    await once(web.http.server, 'connection')
    await web.close()
    await hungUp
    expect(silent.bytesWritten).toBe(0)
  })
})
