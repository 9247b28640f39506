import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { afterAll, describe, expect, test } from 'vitest'
import type { Http } from '#/server/platform/http/http.ts'
import { createHttp } from '#/server/platform/http/create-http.ts'
import { createLog } from '#/server/platform/log.ts'
import { openWeb } from '../scenarios/http-edge-support.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'kasyr-files-'))
writeFileSync(join(folder, 'secret.txt'), 'таємниця')
const kasyr = await startTestApp()
afterAll(async () => {
  await kasyr.close()
  rmSync(folder, { recursive: true })
})

const anHttp = (): Http =>
  createHttp({
    log: createLog('silent'),
    host: '127.0.0.1',
    public_url: null,
    trusted_proxies: [],
    check_answers: true,
  })

describe('the service does not start with a route that does not say who may call it', () => {
  test.each(['/api/v1/secrets', '/api/secrets', '/secrets', '/', '/*'])('at %s', (url) => {
    expect(() => anHttp().get(url, { schema: { summary: 'Таємниці' } }, async () => null)).toThrow(
      `GET ${url} names no permission`,
    )
  })

  test('when a plugin adds it', async () => {
    const http = anHttp()
    http.register(fastifyStatic, { root: folder, wildcard: false })
    await expect(http.ready()).rejects.toThrow('/secret.txt names no permission')
  })

  test('when a plugin adds it in a scope of its own', async () => {
    const http = anHttp()
    http.register(async (scope) => void scope.route({ method: 'POST', url: '/hook', handler: async () => null }))
    await expect(http.ready()).rejects.toThrow('POST /hook names no permission')
  })

  test('unless the scope says it for all of them, and then for its own alone', async () => {
    const http = anHttp()
    http.register(async (files) => {
      files.decorate('scope_permission', 'public')
      await files.register(fastifyStatic, { root: folder, wildcard: false })
    })
    await http.ready()
    const headers = { host: 'localhost' }
    expect((await http.inject({ url: '/secret.txt', headers })).statusCode).toBe(200)
    const other = anHttp()
    other.register(async (files) => void files.decorate('scope_permission', 'public'))
    other.register(async (scope) => void scope.get('/hook', async () => null))
    await expect(other.ready()).rejects.toThrow('GET /hook names no permission')
  })
})

describe('a route that lost its permission on the way', () => {
  test('answers nobody, not even an admin', async () => {
    const web = await openWeb(kasyr, {
      routes: (http) => {
        http.addHook('onRoute', ({ config }) => {
          if (config) delete config.permission
        })
        http.get('/api/v1/lost', { config: { permission: 'public' }, schema: { hide: true } }, async () => ({
          secret: 1,
        }))
      },
    })
    const { token } = await loggedIn(kasyr, 'admin')
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const { status, text } = await web.anonymous.get('/lost', headers)
      expect(status).toBe(404)
      expect(text).not.toContain('secret')
    }
    await web.close()
  })
})

describe('the head of a route', () => {
  test('is guarded as the route is', async () => {
    const web = await openWeb(kasyr, {
      routes: (http) =>
        void http.get(
          '/elsewhere/users',
          { config: { permission: 'user.read' }, schema: { hide: true } },
          async () => 'all of them',
        ),
    })
    const ask = async (method: string, token: string | null) =>
      (
        await fetch(`${web.url}/elsewhere/users`, {
          method,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        })
      ).status
    const [cashier, admin] = [await loggedIn(kasyr), await loggedIn(kasyr, 'admin')]
    // Outside /api too: what decides is the route, not how its address begins.
    for (const method of ['GET', 'HEAD']) {
      expect([await ask(method, null), await ask(method, cashier.token), await ask(method, admin.token)]).toEqual([
        401, 403, 200,
      ])
    }
    await web.close()
  })
})
