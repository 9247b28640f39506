import type { PayeeList, Payout, PayoutAnswers, PayoutLine, PayoutLineList, PayoutPreview } from '#/contract/payouts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { ApiClient } from './api-client.ts'
import { toPayoutCsv, type PayoutText, type Transfer } from './payout-csv.ts'
import { startReceiptDesk, wayTo } from './receipt-desk.ts'

let numbers = 40_000_000
let ttns = 20_459_000_000_000

/** A shop of receipts to which lists of transfers are brought. */
export async function startMoneyDesk() {
  const desk = await startReceiptDesk()
  const { cashier } = desk
  const { body: payees } = await cashier.get<PayeeList>('/money/payees')
  // As the bank writes the name of the payee whose cash register it is.
  const payee = (payees.items[0]?.name ?? '').replace(/^ФОП /, 'Фізична особа-підприємець ')

  const aTtn = (): string => String((ttns += 1))
  const aNumber = (): string => String((numbers += 1))

  function formOf(text: string, answers: PayoutAnswers, name = 'Реєстр.csv'): FormData {
    const form = new FormData()
    form.set('file', new File([text], name))
    for (const [field, value] of Object.entries(answers)) form.set(field, value)
    return form
  }

  const aPayoutList = (transfers: readonly Transfer[], changes: Partial<PayoutText> = {}): string =>
    toPayoutCsv({
      number: aNumber(),
      day: '2026-03-10',
      payee,
      account: 'UA213223130000026007233566001',
      transfers,
      ...changes,
    })

  const upload = (text: string, answers: PayoutAnswers = {}, client: ApiClient = cashier) =>
    client.post<Payout>('/money/registers', formOf(text, answers))

  const preview = (text: string, answers: PayoutAnswers = {}, client: ApiClient = cashier) =>
    client.post<PayoutPreview>('/money/registers?preview=true', formOf(text, answers))

  /** The payout list that was taken. */
  async function take(text: string, answers: PayoutAnswers = {}): Promise<Payout> {
    const { status, body, text: said } = await upload(text, answers)
    if (status !== 201) throw new Error(`a payout list was answered ${status}: ${said}`)
    return body
  }

  async function linesOf(payoutId: string): Promise<PayoutLine[]> {
    const { body } = await cashier.get<PayoutLineList>(`/money/lines?limit=200&register_id=${payoutId}`)
    return body.items
  }

  /** An order whose parcel is paid, and its receipt in this state; null: it has none. */
  async function aPaidOrder(state: ReceiptState | null = 'fiscalized', amount = 100_000) {
    const ttn = aTtn()
    const goods = [{ code: 'SKU-1', name: 'Чохол', price: amount, quantity: 1000, discount: 0 }]
    const id = await desk.order({ ttn, total: amount, goods })
    if (state === null) return { id, ttn, receipt_id: null }
    const receipt = await desk.receipt(id)
    await desk.drive(receipt.id, ...wayTo(state))
    return { id, ttn, receipt_id: receipt.id }
  }

  return { ...desk, payee, aTtn, aNumber, aPayoutList, formOf, upload, preview, take, linesOf, aPaidOrder }
}
