import { AppError } from '#/contract/errors.ts'
import { spelledPlainly } from './spelling.ts'
import { textOf, type Row } from './table.ts'

/** RozetkaPay titles its sheet «Реєстр переказів» too, so a payout list is recognised by its headings first and by these words after. */
const marks: readonly (readonly [string, RegExp])[] = [
  ['RozetkaPay', /rozetka|розетка/u],
  ['Укрпошта', /^шкі(?!\p{L})|укрпошт/u],
  ['Meest', /^номер посилки$|meest|міст експрес/u],
]

export function refuseForeignList(rows: readonly Row[]): void {
  for (const { cells } of rows)
    for (const cell of cells) {
      const text = textOf(cell)
      if (text === null) continue
      const [whose] = marks.find(([, mark]) => mark.test(text.toLowerCase()) || mark.test(spelledPlainly(text))) ?? []
      if (whose !== undefined) throw new AppError('money.foreign_register', { whose })
    }
}
