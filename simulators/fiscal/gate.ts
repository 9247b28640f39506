import type { Answer, Operation, SimulatedRequest } from '../frame/operations.ts'
import type { ApiDescription, Asked } from './api-description.ts'
import { cloudflarePage, refuse, refuseInvalid } from './refusals.ts'
import type { Register, Registers } from './registers.ts'
import type { Tokens } from './tokens.ts'

/** What a call must show: a licence key names the register, a bearer token the cashier of one. */
export type Needs = 'license_key' | 'bearer' | 'license_key_and_bearer'

export interface GuardedOperation {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api/v1`. */
  path: `/${string}`
  /** An older prefix under which the same is served still. */
  also_under?: `/${string}`
  needs: Needs
  /** Runs only for a call that is allowed and whose body fits the description. */
  handle: (register: Register, request: SimulatedRequest, cashierId: string) => Answer | Promise<Answer>
}

export interface Gate {
  registers: Registers
  tokens: Tokens
  description: ApiDescription
}

/** Default names of HTTP libraries: the proxy in front lets none of these through. */
const defaultAgents = /^(?:node|undici)?$/i

/** Before everything, also before what needs no credentials. */
const stopAtFront = ({ headers }: SimulatedRequest): Answer | null => {
  if (defaultAgents.test((headers['user-agent'] ?? '').trim())) return cloudflarePage
  // Cyrillic in it broke a production client; how exactly is not recorded.
  return /^[\x20-\x7e]*$/.test(String(headers['x-client-name'] ?? '')) ? null : refuse('bad_client_name')
}

/** What is outside of the API and needs no credentials, but stands behind the same proxy. */
export const openOperation = ({ handle, ...operation }: Operation): Operation => ({
  ...operation,
  handle: (request) => stopAtFront(request) ?? handle(request),
})

export const guardedOperation = (world: Gate, operation: GuardedOperation): Operation => {
  const { name, method, path, also_under, needs, handle } = operation
  const asked = { method, path: `/api/v1${path}` }
  return {
    name,
    method,
    path: also_under === undefined ? asked.path : `/api/v1{${also_under}}?${path}`,
    handle: async (request) => {
      const stopped = stopAtFront(request)
      if (stopped !== null) return stopped
      const allowed = findRegister(world, needs, request)
      if ('refused' in allowed) return checked(world, asked, allowed.refused)
      const { description } = world
      const invalid = [...description.wrongInParameters(asked, request), ...description.wrongInBody(asked, request)]
      if (invalid.length > 0) return checked(world, asked, refuseInvalid(invalid))
      if (allowed.register === null) return checked(world, asked, refuse('wrong_license_key'))
      return checked(world, asked, await handle(allowed.register, request, allowed.cashier_id))
    },
  }
}

/** `cashier_id`: whose token it is; empty where none is needed. */
type Allowed = { refused: Answer } | { register: Register | null; cashier_id: string }

const findRegister = ({ registers, tokens }: Gate, needs: Needs, { headers }: SimulatedRequest): Allowed => {
  let register: Register | null = null
  let cashier_id = ''
  if (needs !== 'license_key') {
    const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    if (token === undefined) return { refused: refuse('not_authenticated') }
    const owner = tokens.ownerOf(token)
    register = registers.find(owner?.license_key ?? '')
    if (owner === null || register === null) return { refused: refuse('stale_token') }
    cashier_id = owner.cashier_id
  }
  if (needs === 'bearer') return { register, cashier_id }
  const licenseKey = headers['x-license-key']
  if (typeof licenseKey !== 'string')
    return { refused: refuseInvalid([{ loc: ['header', 'x-license-key'], msg: 'field required', type: 'missing' }]) }
  return { register: registers.find(licenseKey), cashier_id }
}

const checked = ({ description }: Gate, asked: Asked, answer: Answer): Answer => {
  const wrong = description.wrongInAnswer(asked, answer.status, answer.body)
  if (wrong.length > 0) throw new Error(`the answer breaks the description of Checkbox: ${JSON.stringify(wrong)}`)
  return answer
}
