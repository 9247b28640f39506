import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { afterAll, vi } from 'vitest'
import { z } from 'zod'
import type { ConnectionFault } from '#/simulators/frame/faults.ts'
import type { Checkbox } from './receipt-facts.ts'

interface Waiting {
  checkbox: Checkbox
  operation: string
  fault: ConnectionFault
  left: number
}

/** The calls receipts make, as they look before they leave. The first that fits. */
const operations: readonly (readonly [string, RegExp])[] = [
  ['sign_in', /^POST \/cashier\/signinPinCode$/],
  ['cashier_shift', /^GET \/cashier\/shift$/],
  ['open_shift', /^POST \/shifts$/],
  ['find_shift', /^GET \/shifts\/[^/]+$/],
  ['register_info', /^GET \/cash-registers\/info$/],
  ['create_ettn', /^POST \/ettn$/],
  ['list_ettn', /^GET \/ettn$/],
  ['get_ettn', /^GET \/ettn\/[^/]+$/],
  ['delete_ettn', /^DELETE \/ettn\/[^/]+$/],
  ['create_ettn_prepayment', /^POST \/ettn\/prepayment$/],
  ['delete_ettn_prepayment', /^DELETE \/ettn\/prepayment\/[^/]+$/],
  ['create_prepayment', /^POST \/prepayment-receipts$/],
  ['get_receipt', /^GET \/receipts\/[^/]+$/],
]

/** What undici tells when it has connected; it is what fetch is made of. */
const Connected = z.object({ connectParams: z.object({ port: z.string() }), socket: z.instanceof(Socket) })

/**
 * A fault of a connection knows no operation: it happens before anybody can tell what is wanted. So that each operation meets
 * it all the same, it is armed in the moment before a call of that operation leaves, and the call leaves when no connection
 * of earlier calls is open any more: on one of those it would be sent.
 */
export function createConnectionFaults() {
  const waiting: Waiting[] = []
  const open = new Map<string, Set<Socket>>()

  const noteSocket = (message: unknown): void => {
    const { connectParams, socket } = Connected.parse(message)
    const ofPort = open.get(connectParams.port) ?? new Set()
    open.set(connectParams.port, ofPort.add(socket))
    socket.once('close', () => ofPort.delete(socket))
  }
  subscribe('undici:client:connected', noteSocket)

  const meet = async (method: string, url: URL): Promise<void> => {
    const next = waiting.find(({ checkbox, operation }) => {
      const { origin, pathname: prefix } = new URL(checkbox.api_url)
      const isTheirs = url.origin === origin && url.pathname.startsWith(prefix)
      return isTheirs && operation === operationOf(method, url.pathname.slice(prefix.length))
    })
    if (next === undefined) return
    next.left -= 1
    if (next.left === 0) waiting.splice(waiting.indexOf(next), 1)
    // The port may still be closed by the time before.
    await next.checkbox.faults.release()
    next.checkbox.faults.arm({ operation: '*', fault: next.fault })
    const closings = Array.from(open.get(url.port) ?? [], (socket) => new Promise((gone) => socket.once('close', gone)))
    await Promise.all(closings)
  }

  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    await meet(init?.method ?? 'GET', new URL(input instanceof Request ? input.url : input))
    return real(input, init)
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    unsubscribe('undici:client:connected', noteSocket)
  })

  return {
    arm: (checkbox: Checkbox, operation: string, fault: ConnectionFault, times: number) =>
      void waiting.push({ checkbox, operation, fault, left: times }),
    /** Not met yet. */
    isWaiting: (checkbox: Checkbox | undefined): boolean => waiting.some((one) => one.checkbox === checkbox),
    disarm: () => void waiting.splice(0),
  }
}

const operationOf = (method: string, path: string): string | undefined =>
  operations.find(([, pattern]) => pattern.test(`${method} ${path}`))?.[0]
