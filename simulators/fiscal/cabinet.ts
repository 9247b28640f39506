import { BadInput } from '../frame/bad-input.ts'
import type { EttnDocument } from './ettn-documents.ts'
import { toInspected } from './ettn-model.ts'
import { fiscalise, giveBack, lookAtParcels, type Outcome } from './fiscalise.ts'
import { toChainModel } from './prepayment-chains.ts'
import type { World } from './world.ts'

interface Foreign {
  ttn: string
  license_key: string
  total_sum: number
  status?: string | undefined
  /** An ISO instant; now unless given. */
  created_at?: string | undefined
}

interface Payment {
  status?: Outcome['status'] | undefined
  raw_error?: string | undefined
}

/** What people do in the cabinet of Checkbox and parcels do by themselves; and all there is, for tests to look at. */
export const createCabinet = (world: World) => {
  const { documents, receipts, registers } = world
  const show = (document: EttnDocument) => toInspected(world, document)

  const require = (id: string): EttnDocument => {
    const document = documents.find(id)
    if (document === null) throw new BadInput('no document has this id')
    return document
  }
  const outcomeOf = ({ status, raw_error }: Payment): Outcome => ({
    status: status ?? world.settings().fiscalised_as,
    raw_error,
  })

  return {
    all: () => documents.all().map(show),
    find: (id: string) => show(require(id)),
    ofTtn: (ttn: string) => documents.ofTtn(ttn).map(show),
    /** Those of a TTN that have made a receipt or still may: more than one is a doubled receipt. */
    live: (ttn: string) => documents.live(ttn).map(show),
    /** The parcel is paid. */
    pay: (id: string, payment: Payment = {}) => {
      if (!fiscalise(world, require(id), outcomeOf(payment))) throw new BadInput('it does not wait to be paid')
      return show(require(id))
    },
    /** Every document of this TTN that waits is fiscalised, as each of them would be. */
    payTtn: (ttn: string, payment: Payment = {}) =>
      documents
        .live(ttn)
        .flatMap((document) => (fiscalise(world, document, outcomeOf(payment)) ? [show(document)] : [])),
    /** Any word, also one nobody knows. RETURNED makes the receipt that gives the money back. */
    setStatus: (id: string, status: string, rawError: string | null = null) => {
      const document = require(id)
      if (status !== 'RETURNED') document.status = status
      else if (!giveBack(world, document)) throw new BadInput('it has no receipt to be returned')
      document.raw_error = rawError
      return show(document)
    },
    deleteByHand: (id: string) => {
      const document = require(id)
      document.deleted_at ??= world.now()
      return show(document)
    },
    createByHand: ({ ttn, license_key, total_sum, status = 'CREATED', created_at }: Foreign) => {
      const register = registers.find(license_key)
      if (register === null) throw new BadInput('no register has this licence key')
      const createdAt = created_at === undefined ? world.now() : Date.parse(created_at)
      const given = { ttn, total_sum, status, created_at: createdAt, receipt_body: {}, made_by: 'cabinet' } as const
      return show(documents.add(register, given))
    },
    receipts: () => receipts.all().map(receipts.toModel),
    chains: () => world.chains.all().map(toChainModel),
    /** Asks the carrier for all that wait, as Checkbox does all day. */
    lookAtParcels: () => lookAtParcels(world, documents.all()),
    /** Documents, receipts and chains: as if nothing had ever been made. */
    clear: () => {
      receipts.clear()
      world.chains.clear()
      return documents.clear()
    },
  }
}

export type Cabinet = ReturnType<typeof createCabinet>
