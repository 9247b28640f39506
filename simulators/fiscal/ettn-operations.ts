import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import { Contacts, createEttn, createEttnOfRest } from './create-ettn.ts'
import type { EttnDocument } from './ettn-documents.ts'
import { toEttn } from './ettn-model.ts'
import { fiscalise, lookAtParcels } from './fiscalise.ts'
import type { GuardedOperation } from './gate.ts'
import { isShownTo, listEttn } from './list-ettn.ts'
import { refuse, refuseWith } from './refusals.ts'
import type { Register } from './registers.ts'
import type { World } from './world.ts'

type Handle = (
  world: World,
  register: Register,
  request: SimulatedRequest,
  cashierId: string,
) => Answer | Promise<Answer>
type OnOne = (world: World, document: EttnDocument, request: SimulatedRequest) => Answer

/** Receipt projects bound to waybills. All of them need the licence key and the bearer. */
export const ettnOperations = (world: World): GuardedOperation[] => {
  const operation = (
    name: string,
    method: GuardedOperation['method'],
    path: GuardedOperation['path'],
    handle: Handle,
  ): GuardedOperation => ({
    name,
    method,
    path,
    also_under: '/np',
    needs: 'license_key_and_bearer',
    handle: (register, request, cashierId) => handle(world, register, request, cashierId),
  })

  return [
    operation('create_ettn', 'POST', '/ettn', createEttn),
    operation('list_ettn', 'GET', '/ettn', listEttn),
    operation('create_ettn_prepayment', 'POST', '/ettn/prepayment', createEttnOfRest),
    operation('delete_ettn_prepayment', 'DELETE', '/ettn/prepayment/:order_id', onOne(removeOfRest)),
    operation('fiscalize_manually', 'PUT', '/ettn/fiscalize-manually/:order_id', onOne(fiscaliseByHand)),
    operation('get_ettn', 'GET', '/ettn/:order_id', onOne(show)),
    operation('put_ettn', 'PUT', '/ettn/:order_id', onOne(changeContacts)),
    operation('delete_ettn', 'DELETE', '/ettn/:order_id', onOne(removePlain)),
  ]
}

/** Finds the document, unless it is another register's or gone, and asks the carrier first whether it was paid meanwhile. */
const onOne =
  (then: OnOne): Handle =>
  async (world, register, request, cashierId) => {
    const document = world.documents.find(request.params['order_id'] ?? '')
    if (document === null || !isShownTo(world, register, cashierId, document)) return refuse('not_found')
    await lookAtParcels(world, [document])
    const isGone = document.deleted_at !== null && world.settings().deleted_ettn === 'not_found'
    return isGone ? refuse('not_found') : then(world, document, request)
  }

const show: OnOne = (world, document) => ({ status: 200, body: toEttn(world, document) })

const changeContacts: OnOne = (world, document, request) => {
  const { phone, emails, delivery_phone, delivery_email } = Contacts.parse(request.json() ?? {})
  document.delivery_phone = phone ?? delivery_phone ?? document.delivery_phone
  document.delivery_email = emails?.[0] ?? delivery_email ?? document.delivery_email
  return show(world, document, request)
}

const fiscaliseByHand: OnOne = (world, document, request) =>
  fiscalise(world, document, { status: 'DONE' })
    ? show(world, document, request)
    : refuseWith('Чек за накладною вже фіскалізовано або скасовано')

const removePlain: OnOne = (world, document) =>
  document.relation_id === null
    ? remove(world, document)
    : refuseWith('Чек за накладною належить до ланцюжка передплати')

const removeOfRest: OnOne = (world, document, { query }) =>
  document.relation_id === query.get('relation_id') ? remove(world, document) : refuse('not_found')

/** Only before there is a receipt. What a success says is not published. */
const remove = ({ now, settings }: World, document: EttnDocument): Answer => {
  if (document.deleted_at !== null || document.status === 'CANCELLED')
    return refuseWith('Чек за накладною вже скасовано')
  if (document.status !== 'CREATED')
    return refuseWith('Неможливо видалити чек за накладною: його вже фіскалізовано або оплачено')
  if (settings().deleting === 'works') document.deleted_at = now()
  return { status: 200, body: { ok: true } }
}
