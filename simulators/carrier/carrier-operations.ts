import type { Answer, Operation } from '../frame/operations.ts'
import { getCargoTypes, getContactPersons, getCounterparties, getDocumentList } from './cabinet.ts'
import { createCallLimit } from './call-limit.ts'
import { type CarrierCall, readCall } from './call.ts'
import { refuse, refuseKeyByStatus, refuseWithoutCode } from './envelope.ts'
import { documentsOf, getStatusDocuments } from './get-status-documents.ts'
import type { CarrierKey } from './keys.ts'
import type { ServedAnswers } from './served-answers.ts'
import type { OperationName, World } from './world.ts'

/** With or without the slash, and also `/v2.0/json/{Model}/{Method}` with the same body. */
const path = '/v2.0/json{/*}?'
const tracking = 'get_status_documents' as const

/** A key that is not in order never comes here; tracking is also for those without one. */
type Handle = (call: CarrierCall, key: CarrierKey | undefined) => Answer

export const carrierOperations = (world: World, served: ServedAnswers): Operation[] => {
  const whyNot = refusalsOf(world)

  const serve = (name: OperationName, call: CarrierCall, handle: Handle): Answer => {
    if (name === tracking) noteAsked(world, call)
    const ready = served.take(name)
    if (ready !== undefined) return ready
    const refused = whyNot(call.key, name === tracking)
    if (refused !== null && name === tracking) world.asked.noteRefused(call.key)
    if (refused !== null) return refused
    const key = world.keys.find(call.key)
    return handle(call, key?.state === 'ok' ? key : undefined)
  }

  const operation = (name: OperationName, method: string | null, handle: Handle): Operation => ({
    name,
    method: 'POST',
    path,
    when: (request) => method === null || readCall(request)?.method === method,
    handle: (request) => {
      const call = readCall(request)
      // What the carrier says to no JSON, or to a method it has not, is not known: both texts are ours.
      return call === null ? { ...refuseWithoutCode('Data is invalid'), status: 400 } : serve(name, call, handle)
    },
  })
  const withKey =
    (handle: (key: CarrierKey, call: CarrierCall) => Answer): Handle =>
    (call, key) =>
      key === undefined ? refuse('key_incorrect') : handle(key, call)

  return [
    operation(tracking, 'TrackingDocument.getStatusDocuments', (call, key) => getStatusDocuments(world, call, key)),
    operation('get_counterparties', 'Counterparty.getCounterparties', withKey(getCounterparties)),
    operation(
      'get_counterparty_contact_persons',
      'Counterparty.getCounterpartyContactPersons',
      withKey(getContactPersons),
    ),
    operation('get_cargo_types', 'Common.getCargoTypes', withKey(getCargoTypes)),
    operation(
      'get_document_list',
      'InternetDocument.getDocumentList',
      withKey((key, call) => getDocumentList(world, key, call)),
    ),
    operation('other_method', null, () => refuseWithoutCode('Method is not found')),
  ]
}

/** Which calls are not served at all: the key is checked first, then how often it asks. */
const refusalsOf = (world: World) => {
  const isAllowed = createCallLimit(world.clock.now)

  return (key: string, isTracking: boolean): Answer | null => {
    const { bad_key, most_per_minute, limit_answer } = world.settings()
    const state = key === '' ? 'none' : (world.keys.find(key)?.state ?? 'unknown')
    if (state === 'none' && !isTracking) return refuse('key_empty')
    if ((state === 'unknown' || state === 'expired') && !(isTracking && bad_key === 'masked')) {
      if (bad_key === 'http401') return refuseKeyByStatus()
      return refuse(state === 'expired' ? 'key_expired' : 'key_incorrect')
    }
    if (state === 'daily_limit') return refuse('daily_limit')
    if (isAllowed(key, most_per_minute)) return null
    return { ...refuse('too_many_requests'), status: limit_answer === 'http429' ? 429 : 200 }
  }
}

const noteAsked = ({ asked, parcels }: World, call: CarrierCall) => {
  const numbers = new Set(documentsOf(call).map(({ DocumentNumber }) => DocumentNumber))
  asked.note(call.key, numbers, (ttn) => parcels.find(ttn)?.owner_key)
}
