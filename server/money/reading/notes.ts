import { formatCount } from '#/contract/plurals.ts'
import { shownDay } from './dates.ts'
import type { Headings } from './headings.ts'
import type { FoundRows } from './lines.ts'
import type { Table } from './table.ts'
import type { Title } from './title.ts'

interface Facts {
  table: Table
  headings: Headings
  title: Title
  name: { number: string | null; day: string | null }
  found: FoundRows
  signs: 'withheld' | 'deducted'
}

/** What a person should see before the file is taken: nothing of this is wrong by itself. */
export function notesOf({ table, headings, title, name, found, signs }: Facts): string[] {
  const { lines, passedOver } = found
  const day = title.day ?? name.day
  const odd = lines.filter(({ hasOddTtn }) => hasOddTtn).map(({ row }) => row)
  const late = lines.filter((line) => day !== null && line.day !== null && line.day > day).map(({ row }) => row)
  const accounts = new Set(lines.map(({ account }) => account).filter((account) => account !== null))
  const hasForeignAccount = title.account !== null && [...accounts].some((account) => account !== title.account)
  return [
    ...table.notes,
    ...headings.unknown.map((heading) => `Стовпець «${heading}» невідомий, його не прочитано.`),
    ...when(title.number === null && title.payee_name === null, 'Над таблицею немає назви реєстру й одержувача.'),
    ...when(differ(title.number, name.number), `У назві файлу інший номер реєстру: ${name.number}.`),
    ...when(differ(title.day, name.day), `У назві файлу інша дата реєстру: ${shownDay(name.day ?? '')}.`),
    ...when(accounts.size > 1, 'У рядках різні рахунки одержувача.'),
    ...when(hasForeignAccount, 'У рядках не той рахунок одержувача, що над таблицею.'),
    ...when(signs === 'deducted', 'Винагороду у файлі записано зі знаком мінус; її прочитано як утриману.'),
    ...when(
      odd.length > 0,
      `ТТН не схожа на номер Нової пошти з 14\u00a0цифр або закінчується нулями: ${rowsNamed(odd)}.`,
    ),
    ...when(late.length > 0, `Дата переказу пізніша за дату реєстру: ${rowsNamed(late)}.`),
    ...when(passedOver.length > 0, `Без ТТН і сум, тому пропущено: ${rowsNamed(passedOver)}.`),
    ...when(found.stated === null, 'У файлі немає рядка «Всього».'),
  ]
}

const when = (isSo: boolean, note: string): string[] => (isSo ? [note] : [])
const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

const namedAtMost = 5

function rowsNamed(rows: readonly number[]): string {
  const named = rows.slice(0, namedAtMost).join(', ')
  const rest = rows.length - namedAtMost
  if (rest > 0) return `рядки ${named} і ще ${formatCount(rest)}`
  return rows.length === 1 ? `рядок ${named}` : `рядки ${named}`
}
