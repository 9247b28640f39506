import { createServer } from 'node:http'
import { createArmedFaults } from './armed-faults.ts'
import type { Frame } from './call.ts'
import { createCallServer } from './call-server.ts'
import { createRealClock, type WorldClock } from './clock.ts'
import { controlPrefix, createControlApi } from './control-api.ts'
import type { ArmingInput } from './faults.ts'
import { createHeldCalls } from './held-calls.ts'
import { openListener } from './listener.ts'
import type { Operation, Route } from './operations.ts'
import { createRequestLog } from './request-log.ts'

interface Options {
  name: string
  /** 0, the default, takes a free one. */
  port?: number
  /** The time of the simulated world: late effects, times in the log, whatever the simulator itself moves by it. */
  clock?: WorldClock
  /** The time clients feel: latency, slow bytes, hanging, a closed port. Real unless a test wants it by hand. */
  wire_clock?: WorldClock
  /** Where the sequences of faults with a probability begin. */
  seed?: number
  operations: readonly Operation[]
  control_routes?: readonly Route[]
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** A part of the outside world as a real HTTP server on the loopback, which fails in the ways that are armed. */
export const startSimulator = async (options: Options) => {
  const { name, port = 0, clock = createRealClock(), seed = 1, operations } = options
  const wireClock = options.wire_clock ?? createRealClock()
  const operationNames = operations.map((operation) => operation.name)
  const closing = new AbortController()
  // No idle connection is ever closed on our own account: faults come on demand only.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 })
  const listener = await openListener(server, port, wireClock, closing.signal)
  const held = createHeldCalls()
  const log = createRequestLog(clock)
  const faults = createArmedFaults({
    seed,
    operation_names: operationNames,
    onConnectionFault: (fault) =>
      fault.kind === 'listener_closed' ? listener.closeFor(fault.for_ms) : listener.dropIdle(),
  })
  const frame: Frame = { clock, wire_clock: wireClock, log, faults, held, closing: closing.signal }

  /** Lets held calls go on and opens a closed port; says how many calls were held. */
  const release = async () => {
    await listener.reopen()
    return held.release()
  }

  const serveCall = createCallServer(frame, operations)
  const serveControl = createControlApi({
    frame,
    name,
    seed,
    operation_names: operationNames,
    release,
    routes: options.control_routes ?? [],
  })
  const underWay = new Set<Promise<void>>()
  server.on('connection', (socket) => {
    if (faults.hitConnection().length > 0) socket.resetAndDestroy()
  })
  server.on('request', (incoming, response) => {
    const isControl = incoming.url?.startsWith(controlPrefix) ?? false
    const serving = (isControl ? serveControl : serveCall)(incoming, response).finally(() => underWay.delete(serving))
    underWay.add(serving)
  })

  return {
    name,
    url: listener.url,
    control_url: listener.url + controlPrefix,
    clock,
    log: { entries: log.entries, clear: log.clear, waitFor: log.waitFor },
    faults: {
      arm: (arming: ArmingInput) => faults.arm(arming),
      armed: faults.armed,
      disarm: faults.disarm,
      heldCalls: held.count,
      release,
    },
    /** Drops what is held and what is late: after it no effect happens and no socket is open. */
    close: async () => {
      closing.abort()
      await listener.close()
      await Promise.all(underWay)
    },
  }
}
