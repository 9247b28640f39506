import type { Call } from './call.ts'
import { sleep } from './clock.ts'
import type { Fault } from './faults.ts'
import type { Answer } from './operations.ts'
import { htmlPage, inventedAnswer, sendReplaced } from './replaced-answers.ts'
import * as wire from './wire.ts'

type Kind<Name extends Fault['kind']> = Extract<Fault, { kind: Name }>

/** Carries one call out the way its fault wants it. */
export const sendWithFault = async (call: Call, fault: Fault): Promise<wire.Sent> => {
  const { line, frame } = call
  switch (fault.kind) {
    case 'null_body':
    case 'html':
    case 'status':
    case 'no_content':
    case 'redirect':
    case 'junk':
    case 'huge_body':
    case 'gzip_bomb':
      return sendReplaced(line, fault, fault.effect ? await call.effect() : null)
    case 'too_many_requests':
    case 'unauthorized':
      return sendReplaced(line, fault, null)
    case 'slow_headers':
      return wire.sendSlowHead(line, await call.effect(), frame.wire_clock, fault.interval_ms)
    case 'slow_body':
      return wire.sendSlowBody(line, await call.effect(), frame.wire_clock, fault.interval_ms)
    case 'truncated_body':
      return wire.sendTruncated(line, await call.effect())
    case 'wrong_content_length':
      return sendWrongLength(call, fault.by)
    case 'duplicate_answer':
      return wire.sendTwice(line, await call.effect())
    case 'reset_before_answer':
      if (fault.effect) await call.effect()
      return wire.reset(line)
    case 'reset_mid_answer':
      return wire.resetMidAnswer(line, fault.effect ? await call.effect() : inventedAnswer, fault.part)
    case 'hang':
      return hang(call, fault)
    case 'duplicate_effect': {
      const first = await call.effect()
      await call.effect()
      return wire.send(line, first)
    }
    case 'late_effect':
      return lateEffect(call, fault)
    case 'latency':
    case 'listener_closed':
    case 'connection_destroyed':
      throw new Error(`${fault.kind} is met before a call comes here`)
  }
}

const sendWrongLength = async (call: Call, by: number): Promise<wire.Sent> => {
  const sent = await wire.sendWrongLength(call.line, await call.effect(), by)
  if (by < 0) return sent
  // The client waits for bytes that never come; the connection must stay for it to find that out.
  await hold(call, call.line.gone)
  call.line.letGo()
  call.line.socket.destroy()
  return sent
}

const hang = async (call: Call, { effect, for_ms }: Kind<'hang'>): Promise<wire.Sent> => {
  const { frame, line } = call
  const before = effect === 'before' ? await call.effect() : null
  const timeUp = new AbortController()
  const waited = new AbortController()
  if (for_ms !== undefined) void sleep(frame.wire_clock, for_ms, waited.signal).then(() => timeUp.abort())
  // Not until the client leaves: a server that is stuck does not notice, and does the work when it wakes up.
  await hold(call, timeUp.signal)
  waited.abort()
  if (frame.closing.aborted || effect === 'never') return wire.reset(line)
  return wire.send(line, before ?? (await call.effect()))
}

const lateEffect = async (call: Call, fault: Kind<'late_effect'>): Promise<wire.Sent> => {
  const { frame, entry, line } = call
  const landed = new AbortController()
  let own: Answer | null = null
  frame.log.note(entry, { effect_pending: true })
  const cancel = frame.clock.after(fault.delay_ms, async () => {
    frame.closing.removeEventListener('abort', cancel)
    own = await call.effect()
    frame.log.note(entry, { effect_pending: false })
    landed.abort()
  })
  frame.closing.addEventListener('abort', cancel)

  if (fault.meanwhile === 'reset') return wire.reset(line)
  if (fault.meanwhile === 'gateway_timeout') return wire.send(line, htmlPage(504))
  await hold(call, landed.signal)
  return own === null ? wire.reset(line) : wire.send(line, own)
}

const hold = async ({ frame, entry }: Call, until: AbortSignal) => {
  frame.log.note(entry, { stage: 'held' })
  await frame.held.hold(until, frame.closing)
  frame.log.note(entry, { stage: 'working' })
}
