import { isDay } from '../ui/day-text.ts'

/** What narrows the page of payout lists. The names are those of `GET /money/registers`, in the address of the page too. */
export interface MoneyView {
  payee_id?: string
  from?: string
  to?: string
}

/** What narrows the transfers of one register; the names are those of `GET /money/lines`. */
export interface TransfersView {
  state?: string
  /** Only those that wait for a person. */
  open?: true
}

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const stateName = /^[a-z_]{3,20}$/

/** Anything in the address that the page does not understand is dropped: a link never leads to an error. */
export function readMoneyView(raw: Record<string, unknown>): MoneyView {
  const view: MoneyView = {}
  const { payee_id, from, to } = raw
  if (typeof payee_id === 'string' && id.test(payee_id)) view.payee_id = payee_id
  if (typeof from === 'string' && isDay(from)) view.from = from
  if (typeof to === 'string' && isDay(to)) view.to = to
  return view
}

export function readTransfersView({ state, open }: Record<string, unknown>): TransfersView {
  const view: TransfersView = {}
  if (typeof state === 'string' && stateName.test(state)) view.state = state
  if (open === true) view.open = true
  return view
}
