import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Batch } from '../../api/receipts.ts'
import { refusalWord } from './refusal-words.ts'

/**
 * Where each order of a bulk has come to. `left`: not tried or not sent yet. `checking`: only the provider knows, so it is
 * never offered again. `stopped`: cancelled, proven. `skipped`: refused before anything was made.
 */
export const outcomes = ['created', 'failed', 'checking', 'stopped', 'skipped', 'left'] as const
export type Outcome = (typeof outcomes)[number]

const outcomeOf: Record<ReceiptState, Outcome> = {
  queued: 'left',
  sending: 'left',
  unknown: 'checking',
  attention: 'checking',
  created: 'created',
  cancelling: 'checking',
  cancel_unknown: 'checking',
  fiscalized: 'created',
  cancelled: 'stopped',
  failed: 'failed',
}

export interface ReportRow {
  order_id: string
  outcome: Outcome
  /** null: there is no receipt of this bulk for it. */
  state: ReceiptState | null
  /** What groups it with others. */
  code: string
  detail: string | null
}

/** One row an order asked for, whatever became of it: their number is the number sent, always. */
export function toRows(batch: Batch): ReportRow[] {
  const made = batch.items.map(({ order_id, state, problem }): ReportRow => {
    const outcome = outcomeOf[state]
    return { order_id, outcome, state, code: problem?.code ?? state, detail: problem?.detail ?? null }
  })
  const refused = batch.refused.map(({ order_id, code, detail }): ReportRow => {
    const waits = code === 'receipt.not_tried' && !batch.finished
    return { order_id, outcome: waits ? 'left' : 'skipped', state: null, code, detail: waits ? null : detail }
  })
  return [...made, ...refused]
}

export function countOutcomes(rows: readonly ReportRow[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { created: 0, failed: 0, checking: 0, stopped: 0, skipped: 0, left: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

/** Proven: there is no document and none can come. Refused orders would only be refused again. */
export const retryable = (rows: readonly ReportRow[]): string[] =>
  rows
    .filter(({ outcome, code }) => outcome === 'failed' || (outcome === 'skipped' && code === 'receipt.not_tried'))
    .map(({ order_id }) => order_id)

export const outcomeWords: Record<Outcome, string> = {
  created: 'Створено',
  failed: 'Не створено',
  checking: 'На перевірці',
  stopped: 'Скасовано',
  skipped: 'Пропущено',
  left: 'Залишилося',
}

const codeWords: Record<string, string | undefined> = {
  'receipt.refused': 'Checkbox не прийняв',
  'receipt.bad_pin': 'неправильний PIN-код каси',
  'receipt.bad_license_key': 'неправильний ключ каси',
  'receipt.exhausted': 'Checkbox не створив за кілька спроб',
}

export interface RowGroup {
  key: string
  title: string
  rows: ReportRow[]
}

/** Rows of one outcome and one reason together; what needs a person stands first. */
export function groupRows(rows: readonly ReportRow[]): RowGroup[] {
  const order: readonly Outcome[] = ['failed', 'checking', 'skipped', 'stopped', 'left', 'created']
  return order.flatMap((outcome) => {
    const ofOutcome = rows.filter((row) => row.outcome === outcome)
    const byReason = outcome === 'failed' || outcome === 'skipped'
    const groups = Map.groupBy(ofOutcome, ({ code }) => (byReason ? code : ''))
    return [...groups]
      .map(([code, ofCode]) => ({ key: `${outcome} ${code}`, title: titleOf(outcome, code), rows: ofCode }))
      .toSorted((a, b) => b.rows.length - a.rows.length)
  })
}

const titleOf = (outcome: Outcome, code: string): string =>
  code === '' ? outcomeWords[outcome] : `${outcomeWords[outcome]}: ${codeWords[code] ?? refusalWord(code)}`
