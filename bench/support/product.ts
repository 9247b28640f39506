import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { TokenAnswer } from '#/contract/auth.ts'
import { freePort } from '#/server/platform/database/embedded/cluster.ts'
import { benchPassword } from './bench-service.ts'
import { profileTo } from './options.ts'

export interface Product {
  url: string
  pid: number
  /** From the start of the process until it says that it is ready. */
  ready_after_ms: number
  /** A token lives for ten minutes. */
  logIn(): Promise<string>
  stop(): Promise<void>
}

const profiling = profileTo !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profileTo)}` }
const kasyr = join(import.meta.dirname, '..', '..', 'kasyr')

/** The whole service, web and worker, as people run it: `kasyr serve`, in a process of its own, with a log of every request. */
export async function startProduct(environment: Record<string, string>, folder: string): Promise<Product> {
  const port = String(await freePort())
  const started = performance.now()
  const log = openSync(join(folder, 'serve.log'), 'w')
  const child = spawn(kasyr, ['serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...profiling, ...environment, KASYR_PORT: port },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return {
    url,
    pid: child.pid ?? 0,
    ready_after_ms: performance.now() - started,
    logIn: () => logIn(url),
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password: benchPassword }),
  })
  return TokenAnswer.parse(await answer.json()).access_token
}

/**
 * The CRM of a shop where nothing happens, and no other outside system: a sync at a view costs what it costs on a quiet day.
 */
export async function startQuietOutside(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => void answerQuietly(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function answerQuietly(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/crm') return void response.writeHead(503).end()
  const { id }: { id: unknown } = JSON.parse(await text(request))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { total: 0, orders: [] } }))
}
