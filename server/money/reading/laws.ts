import { AppError } from '#/contract/errors.ts'
import { formatMoney } from '#/contract/money.ts'
import type { PayoutSums } from '#/contract/payouts.ts'
import { headingNames } from './headings.ts'
import { mostKopiykas } from './limits.ts'
import type { FoundLine } from './lines.ts'
import { lineWrong } from './refusals.ts'

const isBalanced = ({ accepted, commission, transferred }: PayoutSums): boolean => accepted - commission === transferred

/** No minus zero. */
const negated = <Sums extends PayoutSums>(sums: Sums): Sums => ({ ...sums, commission: 0 - sums.commission })

/**
 * In every line accepted − commission = transferred, with their signs: a returned transfer has all three negative.
 *
 * A commission may also be written as what is taken off, with a minus where the buyer paid (100, −1, 99). Its sign is neither
 * dropped nor guessed line by line: if the law fails as written and holds in every line with the opposite sign, the file writes
 * deductions, and every commission of it, the stated one included, changes its sign. A file that mixes both is refused.
 */
export function whoseSigns(lines: readonly FoundLine[]): 'withheld' | 'deducted' {
  const wrong = lines.find((line) => !isBalanced(line))
  if (wrong === undefined) return 'withheld'
  if (lines.every((line) => isBalanced(negated(line)))) return 'deducted'
  const { row, accepted, commission, transferred } = wrong
  const [first, second, third] = [accepted, commission, transferred].map(formatMoney)
  throw lineWrong(row, `прийнято ${first} мінус комісія ${second} — це не перераховано ${third}`)
}

export const withSigns = <Sums extends PayoutSums>(sums: Sums, signs: 'withheld' | 'deducted'): Sums =>
  signs === 'deducted' ? negated(sums) : sums

const names = ['accepted', 'commission', 'transferred'] as const

/** The lines come to what «Всього» says, in all three columns. */
export function requireTotals(lines: readonly FoundLine[], stated: PayoutSums | null): void {
  for (const name of names) {
    let counted = 0
    for (const line of lines) {
      counted += line[name]
      if (Math.abs(counted) > mostKopiykas) throw lineWrong(line.row, 'разом виходить неможлива сума')
    }
    if (stated !== null && stated[name] !== counted)
      throw new AppError('money.totals_differ', {
        column: headingNames[name],
        stated: formatMoney(stated[name]),
        counted: formatMoney(counted),
      })
  }
}
