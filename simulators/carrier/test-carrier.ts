import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createHandClock } from '../frame/clock.ts'
import { startCarrierSimulator } from './carrier-simulator.ts'

export const ownKey = '1'.repeat(32)
export const otherKey = '2'.repeat(32)

/** As loose as clients must be: parts may be missing or odd. */
const Envelope = z.looseObject({
  data: z.array(z.record(z.string(), z.unknown())).catch([]),
  warnings: z.unknown().optional(),
  warningCodes: z.unknown().optional(),
})

type Asked = string | { number: unknown; phone?: string }
const toDocument = (asked: Asked) =>
  typeof asked === 'string'
    ? { DocumentNumber: asked, Phone: '' }
    : { DocumentNumber: asked.number, Phone: asked.phone ?? '' }

type Options = NonNullable<Parameters<typeof startCarrierSimulator>[0]> & { at?: number }

/** The carrier with its time in the test's hand, asked over HTTP as a client of its asks. */
export const startCarrier = async ({ at = Date.UTC(2026, 0, 10, 10), ...options }: Options = {}) => {
  const clock = createHandClock(at)
  const simulator = await startCarrierSimulator({ clock, ...options })
  onTestFinished(simulator.close)

  const post = async (body: unknown, path = '') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(simulator.api_url + path, { method: 'POST', body: text })
    const json: unknown = await response.json()
    return { status: response.status, json }
  }
  /** `Counterparty.getCounterparties` with its properties. */
  const call = async (apiKey: string, name: string, methodProperties: unknown = {}) => {
    const [modelName, calledMethod] = name.split('.')
    const { status, json } = await post({ apiKey, modelName, calledMethod, methodProperties })
    return { status, json, ...Envelope.parse(json) }
  }
  const track = (apiKey: string, ...asked: Asked[]) =>
    call(apiKey, 'TrackingDocument.getStatusDocuments', { Documents: asked.map(toDocument), Language: 'UA' })
  /** The only record of the answer. */
  const record = async (apiKey: string, asked: Asked) => {
    const { data } = await track(apiKey, asked)
    return z.tuple([z.record(z.string(), z.unknown())]).parse(data)[0]
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await fetch(simulator.control_url + path, init)
    const json: unknown = await response.json()
    return { status: response.status, json }
  }
  return { ...simulator, clock, post, call, track, record, control }
}
