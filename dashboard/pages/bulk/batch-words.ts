import { pluralize } from '#/contract/plurals.ts'
import { capitalized } from '#/contract/sentences.ts'
import type { Batch } from '../../api/receipts.ts'
import { countOutcomes, toRows, type Outcome } from './batch-report.ts'
import { orderForms } from '../../words/counted-words.ts'

const words: readonly (readonly [Outcome, string])[] = [
  ['created', 'створено'],
  ['failed', 'не створено'],
  ['checking', 'на перевірці'],
  ['stopped', 'скасовано'],
  ['skipped', 'пропущено'],
  ['left', 'залишилося'],
]

/** «Створено 12 · на перевірці 1 · залишилося 37»; what there is none of is not named, except what was created. */
export function batchTally(batch: Batch): string {
  const counts = countOutcomes(toRows(batch))
  const tally = words
    .filter(([outcome]) => outcome === 'created' || counts[outcome] > 0)
    .map(([outcome, word]) => `${word}\u00a0${counts[outcome]}`)
    .join(' · ')
  return capitalized(tally)
}

export const batchTitle = (batch: Batch): string =>
  `${batch.finished ? 'Готово' : 'Створюємо чеки'}: ${pluralize(batch.total, orderForms)}`

/** How many orders of it need no more waiting. */
export const doneOf = (batch: Batch): number => batch.total - countOutcomes(toRows(batch)).left

/** «Готово: 9 замовлень. Створено 6 · пропущено 3.» */
export function resultWords(batch: Batch): string {
  const tally = batchTally(batch)
  return `${batchTitle(batch)}. ${tally.charAt(0).toLocaleUpperCase('uk')}${tally.slice(1)}.`
}

/** Some receipts were not made, or it is not known yet whether they were. */
export function hasTrouble(batch: Batch): boolean {
  const { failed, checking } = countOutcomes(toRows(batch))
  return failed + checking > 0
}
