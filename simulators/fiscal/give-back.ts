import type { EttnDocument } from './ettn-documents.ts'
import type { PrepaymentChain } from './prepayment-chains.ts'
import type { Receipt } from './receipts.ts'
import type { Register } from './registers.ts'
import type { World } from './world.ts'

/** A return receipt for what was fiscalised, as a person makes one at the till. */
export const giveBack = (world: World, document: EttnDocument): boolean => {
  const register = world.registers.findById(document.cash_register_id)
  const sold = world.receipts.find(document.receipt_id ?? '')
  if (register === null || sold === null) return false
  const { goods, discounts, payments, total_sum, relation_id = null } = sold
  const given = { type: 'RETURN', goods, discounts, payments, total_sum, relation_id } as const
  const { id } = world.receipts.add(register, { ...given, related_receipt_id: sold.id })
  document.return_receipt_id = id
  document.status = 'RETURNED'
  world.chains.find(relation_id ?? '')?.returns.set(sold.id, id)
  return true
}

/** A return receipt for every payment of the chain, whatever else there is. */
export const returnChain = (world: World, register: Register, chain: PrepaymentChain): Receipt[] => {
  const paid = [...(chain.after_payment === null ? [] : [chain.after_payment]), ...chain.pre_payments.toReversed()]
  const returned = paid.flatMap(({ receipt_id }) => {
    const sold = world.receipts.find(receipt_id)
    if (sold === null || sold.error !== null || chain.returns.has(receipt_id)) return []
    const { goods, discounts, payments, total_sum } = sold
    const { relation_id } = chain
    const given = { type: 'RETURN', goods, discounts, payments, total_sum, relation_id } as const
    const receipt = world.receipts.add(register, { ...given, related_receipt_id: sold.id })
    chain.returns.set(sold.id, receipt.id)
    return [receipt]
  })
  chain.returned_at = world.now()
  return returned
}
