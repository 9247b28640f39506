import http from 'node:http'
import { connect } from 'node:net'
import { afterAll } from 'vitest'
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

/**
 * A fault of a connection knows no operation: it happens before the operation is known. So that each operation meets it
 * all the same, it is armed in the moment before a call of that operation connects, and the call gets a connection of
 * its own: on one that is open already it would be sent.
 */
export function createConnectionFaults() {
  const waiting: Waiting[] = []

  const take = (method: string, url: URL): Waiting | undefined => {
    const next = waiting.find(({ checkbox, operation }) => {
      const { origin, pathname: prefix } = new URL(checkbox.api_url)
      const isTheirs = url.origin === origin && url.pathname.startsWith(prefix)
      return isTheirs && operation === operationOf(method, url.pathname.slice(prefix.length))
    })
    if (next === undefined) return undefined
    next.left -= 1
    if (next.left === 0) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  /** Opens one connection, after the fault is there. */
  const meeting = ({ checkbox, fault }: Waiting): http.Agent => {
    const agent = new http.Agent()
    agent.createConnection = (options, connected) => {
      // The port may still be closed by the time before.
      const open = async (): Promise<void> => {
        await checkbox.faults.release()
        checkbox.faults.arm({ operation: '*', fault })
        connected?.(null, connect({ host: options.host ?? '', port: Number(options.port) }))
      }
      void open()
      return undefined
    }
    return agent
  }

  // Not a spy: it would keep every call and every answer of the run, gigabytes of them.
  const real = http.request
  const meet = (input: URL, options: http.RequestOptions): http.ClientRequest => {
    const met = take(options.method ?? 'GET', input)
    return real(input, met === undefined ? options : { ...options, agent: meeting(met) })
  }
  Reflect.set(http, 'request', meet)
  afterAll(() => void Reflect.set(http, 'request', real))

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
