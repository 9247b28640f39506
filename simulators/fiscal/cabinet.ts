import { BadInput } from '../frame/bad-input.ts'
import type { EttnDocument } from './ettn-documents.ts'
import { toInspected } from './ettn-model.ts'
import { fiscalise, lookAtParcels, type Outcome } from './fiscalise.ts'
import { giveBack, returnChain } from './give-back.ts'
import { toChainModel } from './prepayment-chains.ts'
import type { Register } from './registers.ts'
import { cashierOf } from './shift-model.ts'
import type { World } from './world.ts'
import { toReportModel, zReportsOf } from './z-reports.ts'

interface Foreign {
  ttn: string
  license_key: string
  total_sum: number
  /** Any word. One that is fiscal brings its receipt along. */
  status?: string | undefined
  /** An ISO instant; now unless given. */
  created_at?: string | undefined
  /** The login of its cashier; the register's first cashier unless given. */
  cashier?: string | undefined
  relation_id?: string | undefined
  /** What stands beside the payment. */
  label?: string | undefined
}

interface ForeignAdvance {
  license_key: string
  /** Of the order; `paid_sum` of it in advance. */
  total_sum: number
  paid_sum: number
  relation_id?: string | undefined
  created_at?: string | undefined
  /** Why it ends as ERROR. */
  error?: string | undefined
}

interface Payment {
  status?: Outcome['status'] | undefined
  raw_error?: string | undefined
}

/** What people do in the cabinet of Checkbox and parcels do by themselves; and all there is, for tests to look at. */
export const createCabinet = (world: World) => ({
  ...documentsIn(world),
  ...receiptsIn(world),
  /** Documents, receipts and chains: as if nothing had ever been made. */
  clear: () => {
    world.receipts.clear()
    world.chains.clear()
    world.past_shifts.clear()
    world.left_out.clear()
    return world.documents.clear()
  },
})

const requireRegister = ({ registers }: World, licenseKey: string): Register => {
  const register = registers.find(licenseKey)
  if (register === null) throw new BadInput('no register has this licence key')
  return register
}

const toMs = (world: World, iso: string | undefined): number => (iso === undefined ? world.now() : Date.parse(iso))

const documentsIn = (world: World) => {
  const { documents } = world
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
    /** Any word, also an unknown one. RETURNED makes the receipt that gives the money back. */
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
    createByHand: ({ license_key, status = 'CREATED', created_at, cashier, label, ...given }: Foreign) => {
      const register = requireRegister(world, license_key)
      const document = documents.add(register, {
        ...given,
        relation_id: given.relation_id ?? null,
        created_at: toMs(world, created_at),
        receipt_body: label === undefined ? {} : { payments: [{ label }] },
        made_by: 'cabinet',
        cashier: cashierOf(register, cashier),
      })
      const isReturned = status === 'RETURNED'
      if (isReturned || status === 'DONE' || status === 'DONE_WITHOUT_SMS')
        fiscalise(world, document, { status: isReturned ? 'DONE' : status })
      else document.status = status
      if (isReturned) giveBack(world, document)
      return show(document)
    },
    /** Asks the carrier for all that wait, as Checkbox does all day. */
    lookAtParcels: () => lookAtParcels(world, documents.all()),
  }
}

const receiptsIn = (world: World) => {
  const { receipts, registers } = world
  const requireReceipt = (id: string) => {
    const receipt = receipts.find(id)
    if (receipt === null) throw new BadInput('no receipt has this id')
    return receipt
  }

  return {
    /** An advance that a person took at the till. */
    prepayByHand: ({ license_key, relation_id, total_sum, paid_sum, created_at, error }: ForeignAdvance) => {
      const register = requireRegister(world, license_key)
      if (relation_id !== undefined && world.chains.find(relation_id) !== null)
        throw new BadInput('this relation id is taken')
      const goods = [goodOf(total_sum)]
      const chain = world.chains.add(relation_id, { cash_register_id: register.id, goods, discounts: [], total_sum })
      const receipt = receipts.add(register, {
        type: 'SELL',
        goods,
        discounts: [],
        payments: [{ type: 'CASHLESS', value: paid_sum }],
        total_sum: paid_sum,
        relation_id: chain.relation_id,
        created_at: toMs(world, created_at),
        ...(error === undefined ? {} : { error }),
      })
      chain.pre_payments.push({ receipt_id: receipt.id, sum: receipt.error === null ? paid_sum : 0 })
      return toChainModel(chain)
    },
    /** The buyer gets the advance back at the till: the chain is CANCELLED. */
    returnAdvance: (relationId: string) => {
      const chain = world.chains.find(relationId)
      const register = chain === null ? null : registers.findById(chain.cash_register_id)
      if (chain === null || register === null) throw new BadInput('no chain has this relation id')
      returnChain(world, register, chain)
      return toChainModel(chain)
    },
    /** Of any receipt: why it ends as ERROR, or null when that is mended and it is DONE. */
    setReceiptError: (id: string, error: string | null) => {
      const receipt = requireReceipt(id)
      receipt.error = error
      const paid = world.chains
        .find(receipt.relation_id ?? '')
        ?.pre_payments.find((one) => one.receipt_id === receipt.id)
      if (paid !== undefined) paid.sum = error === null ? receipt.total_sum - (receipt.round_sum ?? 0) : 0
      return receipts.toModel(receipt)
    },
    /** The tax service answers about everything that still waits for it. */
    finishReceipts: () => {
      for (const receipt of receipts.all()) receipt.done_at = Math.min(receipt.done_at, world.now())
    },
    /** A fault of the provider: its reports do not count this receipt. */
    leaveOutOfReports: (id: string) => {
      const receipt = requireReceipt(id)
      world.left_out.add(receipt.id)
      return receipts.toModel(receipt)
    },
    zReports: () => registers.all().flatMap((register) => zReportsOf(world, register).map(toReportModel)),
    /** Copies that were sent to buyers. */
    copies: () => world.copies,
    receipts: () => receipts.all().map(receipts.toModel),
    chains: () => world.chains.all().map(toChainModel),
  }
}

const goodOf = (price: number) => ({
  good: { code: 'BY-HAND', name: 'Товар, пробитий вручну', price },
  quantity: 1000,
  is_return: false,
  discounts: [],
})

export type Cabinet = ReturnType<typeof createCabinet>
