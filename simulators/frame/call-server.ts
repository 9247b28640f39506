import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, Frame } from './call.ts'
import { sleep } from './clock.ts'
import { sendWithFault } from './fault-effects.ts'
import { openLine, readBody } from './line.ts'
import { type Answer, createRouteFinder, type Found, type Operation, toRequestHead } from './operations.ts'
import type { LogEntry } from './request-log.ts'
import { reset, send, type Sent } from './wire.ts'

/** From the head of a request to the last byte of its answer: find the operation, meet the faults, note everything. */
export const createCallServer = (frame: Frame, operations: readonly Operation[]) => {
  const findOperation = createRouteFinder(operations)

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { log } = frame
    const entry = log.open(incoming)
    const line = openLine(log, entry, incoming, response, frame.closing)
    const { bytes, complete } = await readBody(incoming)
    log.note(entry, { body: bytes.toString('utf8') })
    let sent: Sent = 'cut'
    try {
      if (complete) sent = await serve({ frame, entry, line, effect: toEffect(frame, entry, find(bytes)) })
    } catch (error) {
      log.note(entry, { error: toText(error) })
      reset(line)
    }
    line.letGo()
    const abandoned = !complete || entry.client_gone_at !== null
    log.note(entry, { stage: abandoned ? 'abandoned' : sent, ended_at: log.now() })

    function find(rawBody: Buffer) {
      const found = findOperation(toRequestHead(incoming.method, incoming.url), incoming.headers, rawBody)
      log.note(entry, { stage: 'working', operation: found?.route.name ?? null })
      return found
    }
  }
}

const toEffect = (frame: Frame, entry: LogEntry, found: Found<Operation> | null) => async (): Promise<Answer> => {
  if (found === null) return { status: 404, body: { simulator: 'no operation fits this method and path' } }
  try {
    const answer = await found.route.handle(found.request)
    frame.log.note(entry, { effects_at: [...entry.effects_at, frame.log.now()] })
    return answer
  } catch (error) {
    // A body no vendor has, so that a bug of a simulator is not taken for an armed fault.
    frame.log.note(entry, { error: toText(error) })
    return { status: 500, body: { simulator_error: toText(error) } }
  }
}

const serve = async (call: Call): Promise<Sent> => {
  const { frame, entry, line } = call
  const applied = frame.faults.hitCall(entry.operation)
  frame.log.note(entry, { faults: applied })
  let main = null
  for (const { fault } of applied) {
    if (fault.kind === 'latency') await sleep(frame.wire_clock, fault.ms, frame.closing)
    else main = fault
  }
  // A call that was waiting when the simulator closed is dropped, so that nothing happens after close().
  if (frame.closing.aborted) return 'cut'
  return main === null ? send(line, await call.effect()) : sendWithFault(call, main)
}

const toText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
