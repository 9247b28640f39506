import { formatMoney } from '#/contract/money.ts'
import { understandQuery } from '#/contract/order-search.ts'
import { formatPhone, splitTtn } from '../../../words/format.ts'

/** A waybill number of the carrier; a scanner types it in one go and presses Enter. */
export const isWholeTtn = (typed: string): boolean => /^\d{14}$/.test(typed.replace(/[\s-]/g, ''))

const wholePhone = /^(?:380|0)(\d{9})$/

/** A phone is personal data: it must not travel in an address that people send to each other. */
export function isPhone(typed: string): boolean {
  const query = understandQuery(typed)
  return query.kind === 'digits' && wholePhone.test(query.digits)
}

/** How the search was understood, so that its results explain themselves; null: there is none. */
export function understoodWords(typed: string): string | null {
  const query = understandQuery(typed)
  switch (query.kind) {
    case 'nothing':
      return null
    case 'sum':
      return `сума ${formatMoney(query.sum)}`
    case 'digits':
      return digitsWords(query.digits, query.sum)
    case 'words':
      return query.words.map(wordWords).join(' і\u00a0')
  }
}

function digitsWords(digits: string, sum: number | null): string {
  if (isWholeTtn(digits)) {
    const { start, end } = splitTtn(digits)
    return `ТТН\u00a0${start}${end}`
  }
  const phone = wholePhone.exec(digits)?.[1]
  if (phone !== undefined) return `телефон ${formatPhone(`380${phone}`)}`
  const ends = `ТТН, телефон або номер замовлення, що закінчується на ${digits}`
  return sum === null ? ends : `${ends}, чи сума ${formatMoney(sum)}`
}

/** The last way is the word as it would read on the Ukrainian layout. */
function wordWords(ways: readonly string[]): string {
  const [typed = '', meant] = ways
  return meant === undefined ? `слово «${typed}»` : `слово «${meant}» (набрано латиницею)`
}

/** What was searched, for the case that nothing was found. */
export const searchedIn = (typed: string): string => {
  const { kind } = understandQuery(typed)
  if (kind === 'digits') return 'Шукали в\u00a0ТТН, телефоні, номері замовлення й\u00a0сумі.'
  if (kind === 'sum') return 'Шукали серед сум замовлень.'
  return 'Шукали в\u00a0імені одержувача, товарах, номері замовлення та\u00a0примітках.'
}
