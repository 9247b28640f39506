import { z } from 'zod'
import type { SimulatedRequest } from '../frame/operations.ts'

/** A call as the carrier reads it: one address for everything, distinguished by model and method. */
export interface CarrierCall {
  /** Empty when there is none. */
  key: string
  /** `TrackingDocument.getStatusDocuments`; the `General` of the newer names is left out. */
  method: string
  properties: Record<string, unknown>
}

const Wire = z.object({
  apiKey: z.string().catch(''),
  modelName: z.string().optional().catch(undefined),
  calledMethod: z.string().optional().catch(undefined),
  methodProperties: z.record(z.string(), z.unknown()).catch({}),
})

/** Operations are tried one after another, and a body of a hundred documents is read once for all of them. */
const read = new WeakMap<Buffer, CarrierCall | null>()

/** null: not a JSON object. */
export const readCall = (request: SimulatedRequest): CarrierCall | null => {
  const known = read.get(request.raw_body)
  if (known !== undefined) return known
  const call = toCall(request)
  read.set(request.raw_body, call)
  return call
}

const toCall = (request: SimulatedRequest): CarrierCall | null => {
  const wire = Wire.safeParse(request.json())
  if (!wire.success) return null
  const [model = '', method = ''] = request.path.split('/').slice(3)
  const { apiKey, modelName = model, calledMethod = method, methodProperties } = wire.data
  return {
    key: apiKey.trim(),
    method: `${modelName.replace(/General$/, '')}.${calledMethod}`,
    properties: methodProperties,
  }
}
