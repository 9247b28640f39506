import { isDay } from '../ui/day-text.ts'

/** What narrows the audit log. The names are those of `GET /audit`, in the address of the page too. */
export interface AuditView {
  /** Login. */
  actor?: string
  action?: string
  /** Id of the order, user, register… it was done to. */
  subject?: string
  from?: string
  to?: string
}

const word = /^[\w.@-]{1,100}$/
const action = /^[a-z]+\.[a-z_]+$/

/** Anything in the address that the page does not understand is dropped: a link never leads to an error. */
export function readAuditView(raw: Record<string, unknown>): AuditView {
  const view: AuditView = {}
  const text = (name: string): string => {
    const value = raw[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  if (word.test(text('actor'))) view.actor = text('actor').slice(0, 64)
  if (word.test(text('subject'))) view.subject = text('subject')
  if (action.test(text('action'))) view.action = text('action')
  if (isDay(text('from'))) view.from = text('from')
  if (isDay(text('to'))) view.to = text('to')
  return view
}
