import { AppError } from '#/contract/errors.ts'
import type { Payout, PayoutAnswers, PayoutQuestion, PayoutSums } from '#/contract/payouts.ts'
import { listPayees } from '#/server/cash-registers/payees/store.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { isWithoutPayouts } from '../judging/lock.ts'
import { findByNumber, listTransfers } from '../payouts/store.ts'
import type { ReadPayout } from '../reading/read-payout.ts'
import { choosePayee, compareLines, haveSameLines, questionsFor, type PayeeChoice } from './rules.ts'
import { findNamesake } from './store.ts'

/** What an import of the file would do. Where the file has no number or day, these are placeholders and `asks` names the question. */
export interface Plan {
  outcome: 'new' | 'same' | 'correction'
  asks: PayoutQuestion[]
  payee: PayeeChoice
  payee_name: string | null
  number: string
  day: string
  sums: PayoutSums
  /** The payout list with the same number, as it is now. */
  existing: Payout | null
  changes: { added: number; removed: number; changed: number } | null
  notes: string[]
  /** There is no other payout list yet. */
  is_first: boolean
}

/** Longer than any there is, so that the preview of a file without a number meets no list that is here. */
const noNumber = '9'.repeat(20)

export async function planImport(tx: Tx, read: ReadPayout, answers: PayoutAnswers): Promise<Plan> {
  const payees = await listPayees(tx)
  const payee = choosePayee(read, payees, answers.payee_id)
  if (payee === null && answers.payee_id !== undefined && answers.payee_id !== 'new')
    throw new AppError('money.payee_not_found')
  const [number, day] = [read.number ?? answers.number ?? null, read.day ?? answers.day ?? null]
  // A list without a date has the day of its last transfer, until a person says.
  const assumed = day ?? read.lines.at(-1)?.day ?? '2000-01-01'
  const key = payee?.kind === 'known' && number !== null ? { payee_id: payee.payee.id, number, day: assumed } : null
  const existing = (key && (await findByNumber(tx, key))) ?? null
  const before = existing === null ? [] : await listTransfers(tx, existing.id)
  const isSame = existing !== null && (day === null || existing.day === day) && haveSameLines(before, read.lines)
  const is_correction = existing !== null && !isSame
  const namesake = key && (await findNamesake(tx, key))
  const undecided = { payee, number, day, has_totals: read.stated !== null, is_correction }
  return {
    outcome: isSame ? 'same' : is_correction ? 'correction' : 'new',
    asks: isSame ? [] : questionsFor(undecided, answers, existing?.id ?? null),
    payee,
    payee_name: read.payee_name,
    number: number ?? noNumber,
    day: assumed,
    sums: sumOf(read.lines),
    existing,
    changes: is_correction ? compareLines(before, read.lines) : null,
    is_first: await isWithoutPayouts(tx),
    notes: [...read.notes, ...(namesake ? [`Реєстр із таким номером уже є в іншого одержувача: «${namesake}».`] : [])],
  }
}

function sumOf(lines: readonly PayoutSums[]): PayoutSums {
  const sums = { accepted: 0, commission: 0, transferred: 0 }
  for (const { accepted, commission, transferred } of lines) {
    sums.accepted += accepted
    sums.commission += commission
    sums.transferred += transferred
  }
  return sums
}
