import { createHash } from 'node:crypto'
import { type Discount, type Line, sumOfLine, takenOff } from './receipt-sum.ts'
import { type Register, uuidOf } from './registers.ts'
import type { Settings } from './settings.ts'
import { cashierOf, toShift } from './shift-model.ts'
import { shiftFor } from './shift-of-the-day.ts'
import { toWireTime } from './wire-time.ts'

/** `type` is CASH or CASHLESS in a fiscal receipt, whatever the project said. */
export interface Payment {
  type: 'CASH' | 'CASHLESS' | 'CARD'
  label?: string | undefined
  value: number
}

interface Given {
  /** Ours when the client gave none. */
  id?: string | undefined
  type: 'SELL' | 'RETURN'
  goods: readonly Line[]
  discounts: readonly Discount[]
  payments: readonly Payment[]
  total_sum: number
  /** By how much cash was rounded, up or down. */
  round_sum?: number
  relation_id?: string | null
  related_receipt_id?: string | null
  footer?: string | undefined
  /** Now unless given. */
  created_at?: number | undefined
  /** As the settings say unless given. */
  error?: string | null
}

export interface Receipt extends Given {
  id: string
  serial: number
  cash_register_id: string
  cashier_id: string
  fiscal_number: string
  is_test: boolean
  created_at: number
  done_at: number
  /** Why it ends as ERROR; null: it ends as DONE. */
  error: string | null
  is_offline: boolean
  shift: ReturnType<typeof toShift>
}

/** Fiscal receipts: made at once, with a fiscal code a little later by the world's clock. */
export const createReceipts = (now: () => number, seed: number, settings: () => Settings) => {
  const receipts = new Map<string, Receipt>()

  const statusOf = ({ done_at, error }: Receipt): 'CREATED' | 'DONE' | 'ERROR' => {
    if (now() < done_at) return 'CREATED'
    return error === null ? 'DONE' : 'ERROR'
  }
  const fiscalCodeOf = (receipt: Receipt): string | null => {
    if (statusOf(receipt) !== 'DONE') return null
    const letters = createHash('sha256').update(receipt.id).digest('base64url').replaceAll(/[-_]/g, '')
    return receipt.is_test ? `TEST-${letters.slice(0, 6)}` : letters.slice(0, 11)
  }

  return {
    add: (register: Register, given: Given): Receipt => {
      const { receipt_seconds, receipt_error, made_offline } = settings()
      const serial = receipts.size + 1
      const { id: cash_register_id, fiscal_number, is_test } = register
      const receipt: Receipt = {
        ...given,
        id: given.id?.toLowerCase() ?? uuidOf(`receipt ${serial} of seed ${seed}`),
        serial,
        cash_register_id,
        cashier_id: cashierOf(register).id,
        fiscal_number,
        is_test,
        created_at: given.created_at ?? now(),
        done_at: (given.created_at ?? now()) + receipt_seconds * 1000,
        error: given.error ?? receipt_error,
        is_offline: made_offline,
        shift: toShift(register, shiftFor(register, given.created_at ?? now())),
      }
      receipts.set(receipt.id, receipt)
      return receipt
    },
    find: (id: string): Receipt | null => receipts.get(id.toLowerCase()) ?? null,
    all: (): Receipt[] => [...receipts.values()],
    statusOf,
    fiscalCodeOf,
    /** ReceiptModel of the description. */
    toModel: (receipt: Receipt) => {
      const fiscalCode = fiscalCodeOf(receipt)
      const finished = statusOf(receipt) !== 'CREATED'
      const model = { ...toUnfinished(receipt, statusOf(receipt)), ...(finished ? toFinish(receipt, fiscalCode) : {}) }
      return receipt.is_offline ? { ...model, ...offline(settings().made_offline) } : model
    },
    clear: (): number => {
      const count = receipts.size
      receipts.clear()
      return count
    },
  }
}

export type Receipts = ReturnType<typeof createReceipts>

const offline = (lasts: boolean) => ({
  is_created_offline: true,
  ...(lasts && { is_sent_dps: false, sent_dps_at: null }),
})

const toUnfinished = (receipt: Receipt, status: string) => ({
  id: receipt.id,
  serial: receipt.serial,
  type: receipt.type,
  status,
  goods: receipt.goods.map((line) => ({
    good: { code: line.good.code, name: line.good.name, price: line.good.price },
    sum: sumOfLine(line),
    quantity: line.quantity,
    is_return: receipt.type === 'RETURN',
    taxes: [],
    discounts: toDiscounts(line.discounts, Math.round((line.good.price * line.quantity) / 1000)),
  })),
  payments: receipt.payments,
  total_sum: receipt.total_sum,
  total_payment: receipt.payments.reduce((sum, { value }) => sum + value, receipt.round_sum ?? 0),
  total_rest: 0,
  round_sum: receipt.round_sum ?? 0,
  fiscal_code: null,
  fiscal_date: null,
  tax_url: null,
  taxes: [],
  discounts: toDiscounts(
    receipt.discounts,
    receipt.goods.reduce((sum, line) => sum + sumOfLine(line), 0),
  ),
  created_at: toWireTime(receipt.created_at),
  is_created_offline: false,
  is_sent_dps: false,
  footer: receipt.footer ?? null,
  related_receipt_id: receipt.related_receipt_id ?? null,
  pre_payment_relation_id: receipt.relation_id ?? null,
  cash_register_id: receipt.shift.cash_register.id,
  cashier_id: receipt.cashier_id,
  shift_id: receipt.shift.id,
  shift: receipt.shift,
  transaction: toTransaction(receipt, 'PENDING', null),
})

const toFinish = (receipt: Receipt, fiscalCode: string | null) => {
  const { done_at, error, fiscal_number, total_sum } = receipt
  const transaction = toTransaction(receipt, error === null ? 'DONE' : 'ERROR', error)
  if (fiscalCode === null) return { transaction, updated_at: toWireTime(done_at) }
  const page = new URLSearchParams({ id: fiscalCode, date: '', fn: fiscal_number, sm: (total_sum / 100).toFixed(2) })
  page.set('date', new Date(done_at).toISOString().slice(0, 10).replaceAll('-', ''))
  return {
    fiscal_code: fiscalCode,
    fiscal_date: toWireTime(done_at),
    tax_url: `https://cabinet.tax.gov.ua/cashregs/check?${page.toString()}`,
    is_sent_dps: true,
    sent_dps_at: toWireTime(done_at),
    updated_at: toWireTime(done_at),
    transaction,
  }
}

const toTransaction = ({ id, serial }: Receipt, status: string, error: string | null) => ({
  id: uuidOf(`transaction of ${id}`),
  type: 'RECEIPT',
  serial,
  status,
  response_error_message: error,
})

const toDiscounts = (discounts: readonly Discount[], sum: number) =>
  discounts.map((discount) => ({ ...discount, sum: Math.abs(takenOff(discount, sum)) }))
