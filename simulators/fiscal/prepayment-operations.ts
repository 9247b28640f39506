import { z } from 'zod'
import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import { isLive } from './ettn-documents.ts'
import type { GuardedOperation } from './gate.ts'
import { returnChain } from './give-back.ts'
import { chainStatus, type PrepaymentChain, toChainModel } from './prepayment-chains.ts'
import { Discount, Line, rounded, sumOfGoods } from './receipt-sum.ts'
import { refuse, refuseWith } from './refusals.ts'
import type { Register } from './registers.ts'
import { searchChains } from './search-chains.ts'
import type { World } from './world.ts'

const Payment = z.object({
  type: z.enum(['CASH', 'CASHLESS', 'CARD']).default('CASH'),
  label: z.string().optional(),
  value: z.int(),
})

const Advance = z.looseObject({
  id: z.string().optional(),
  custom_relation_id: z.string().optional(),
  goods: z.array(Line),
  discounts: z.array(Discount).default([]),
  payments: z.array(Payment).default([]),
  rounding: z.boolean().default(false),
  rounding_mode: z.enum(['ROUND_10', 'ROUND_50']).optional(),
  footer: z.string().optional(),
})

const Return = z.looseObject({ check_ettn: z.boolean().default(false) })

/** An advance, fiscalised at once, and the chain it begins. A shift must be open for it. */
export const prepaymentOperations = (world: World): GuardedOperation[] => [
  {
    name: 'create_prepayment',
    method: 'POST',
    path: '/prepayment-receipts',
    needs: 'bearer',
    handle: (register, request) => takeAdvance(world, register, request),
  },
  {
    name: 'search_prepayments',
    method: 'GET',
    path: '/prepayment-receipts/search',
    needs: 'bearer',
    handle: (register, request) => searchChains(world, register, request),
  },
  {
    name: 'get_prepayment_chain',
    method: 'GET',
    path: '/prepayment-receipts/:relation_id',
    needs: 'bearer',
    handle: (register, request) => {
      const chain = findChain(world, register, request)
      return chain === null ? refuse('not_found') : { status: 200, body: toChainModel(chain) }
    },
  },
  {
    name: 'return_prepayment',
    method: 'POST',
    path: '/prepayment-receipts/:relation_id/return',
    needs: 'bearer',
    handle: (register, request) => {
      const chain = findChain(world, register, request)
      return chain === null ? refuse('not_found') : giveBackAll(world, register, chain, request)
    },
  },
]

const findChain = ({ chains }: World, { id }: Register, { params }: SimulatedRequest) => {
  const chain = chains.find(decodeURIComponent(params['relation_id'] ?? ''))
  return chain?.cash_register_id === id ? chain : null
}

const takeAdvance = (world: World, register: Register, request: SimulatedRequest): Answer => {
  const tooFast = world.limit.take(register)
  if (tooFast !== null) return tooFast
  const { id, custom_relation_id, goods, discounts, payments, footer, ...advance } = Advance.parse(request.json())
  // First of all, and whatever else the body says: so it was seen on the live API.
  if (id !== undefined && world.receipts.find(id) !== null) return refuse('receipt_exists')
  const total = sumOfGoods(goods, discounts)
  const paid = payments.reduce((sum, { value }) => sum + value, 0)
  if (paid <= 0 || paid >= total)
    return refuseWith('Сума передплати повинна бути більшою за нуль і меншою за суму чека')
  if (custom_relation_id !== undefined && world.chains.find(custom_relation_id) !== null)
    return refuseWith('Ланцюжок передплати з таким номером вже існує')
  if (register.shift?.status !== 'OPENED') return refuse('no_shift')
  const chain = world.chains.add(custom_relation_id, {
    cash_register_id: register.id,
    goods,
    discounts,
    total_sum: total,
  })
  const { relation_id } = chain
  const { prepayment_error: error, chain_counts } = world.settings()
  // Only cash is rounded. The worth of the goods stays; what the chain counts as paid is a setting.
  const isCash = payments.every(({ type }) => type === 'CASH')
  const mode = isCash ? (advance.rounding_mode ?? (advance.rounding ? 'ROUND_10' : null)) : null
  const round_sum = mode === null ? 0 : rounded(paid, mode) - paid
  const counted = chain_counts === 'rounded' ? paid + round_sum : paid
  const given = {
    id,
    type: 'SELL',
    goods,
    discounts,
    payments,
    total_sum: paid + round_sum,
    round_sum,
    relation_id,
    footer,
  } as const
  const receipt = world.receipts.add(register, { ...given, ...(error === null ? {} : { error }) })
  chain.pre_payments.push({ receipt_id: receipt.id, sum: receipt.error === null ? counted : 0 })
  return { status: 201, body: world.receipts.toModel(receipt) }
}

const giveBackAll = (world: World, register: Register, chain: PrepaymentChain, request: SimulatedRequest): Answer => {
  const { check_ettn } = Return.parse(request.json())
  if (register.shift?.status !== 'OPENED') return refuse('no_shift')
  if (chainStatus(chain) === 'CANCELLED') return refuseWith('Ланцюжок передплати вже скасовано')
  const waits = world.documents
    .all()
    .some((document) => document.relation_id === chain.relation_id && isLive(document) && document.receipt_id === null)
  if (check_ettn && waits) return refuseWith('Ланцюжок передплати має нефіскалізований чек за накладною')
  return { status: 201, body: returnChain(world, register, chain).map(world.receipts.toModel) }
}
