import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { createHandClock } from './clock.ts'
import { startExampleSimulator } from './example-simulator.ts'
import type { ArmingInput } from './faults.ts'

/** The example with all time in the test's hand. */
export const startWorld = async () => {
  const clock = createHandClock()
  const simulator = await startExampleSimulator({ clock, wire_clock: clock })
  onTestFinished(simulator.close)
  const { control_url, faults, log, things, url } = simulator
  return {
    ...simulator,
    arm: (fault: ArmingInput['fault'], more: Partial<ArmingInput> = {}) =>
      faults.arm({ operation: 'create_thing', fault, ...more }),
    create: (body = 'a lamp', init: RequestInit = {}) => fetch(`${url}/things`, { method: 'POST', body, ...init }),
    control: async (method: string, path: string, body?: unknown) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const answer = await fetch(control_url + path, { method, ...(text === undefined ? {} : { body: text }) })
      const json: unknown = await answer.json()
      return { status: answer.status, json }
    },
    /** What the simulator says of its last call, next to what has really happened in its world. */
    lastCall: () => {
      const entry = log.entries().at(-1)
      return { things: things.length, effects: entry?.effects_at.length, stage: entry?.stage, status: entry?.status }
    },
    isHeld: () => log.waitFor((entries) => entries.at(-1)?.stage === 'held'),
    /** The server side of a call may end a moment after the client has seen its answer. */
    hasEnded: () => log.waitFor((entries) => entries.every(({ ended_at }) => ended_at !== null)),
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** POST /things past every HTTP client, to see the very bytes and how the connection ended. */
export const createRaw = (url: string, body = 'a lamp') => {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  let bytes = 0
  let error: string | null = null
  let look = () => {}
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    text += chunk.toString('latin1')
    look()
  })
  socket.on('error', (failure) => {
    error = 'code' in failure ? String(failure.code) : failure.message
  })
  socket.write(`POST /things HTTP/1.1\r\nhost: raw\r\ncontent-length: ${body.length}\r\n\r\n${body}`)

  return {
    socket,
    bytes: () => bytes,
    text: () => text,
    body: () => text.split('\r\n\r\n')[1] ?? '',
    /** Resolves as soon as so many bytes are here. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (bytes >= count) resolve()
        }
        look()
      }),
    /** How the connection ended: 'closed' politely, or the code of the error. */
    ended: new Promise<string>((resolve) => socket.once('close', () => resolve(error ?? 'closed'))),
  }
}

/** Why a call failed, as the operating system or the HTTP client names it. */
export const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'did not fail'
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    if (!(cause instanceof Error)) return String(cause)
    return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  }
}
