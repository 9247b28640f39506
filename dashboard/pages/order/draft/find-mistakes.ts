import { pluralize } from '#/contract/plurals.ts'
import { lineSum } from '#/contract/money.ts'
import { parseMoney } from '../../../words/parse-money.ts'
import { changedFields, plainPhone, plainTtn, toLine, type LineDraft, type OrderDraft } from './order-draft.ts'
import { parseQuantity } from './parse-quantity.ts'

/** Where it stands: `name`, `line-0-price`. Also the end of the field's id. */
export interface Mistake {
  at: string
  message: string
}

export const lineField = (key: number, field: keyof LineDraft): string => `line-${key}-${field}`

const symbols = { one: 'символу', few: 'символів', many: 'символів', other: 'символу' }
const tooLong = (most: number) => `Не довше ${pluralize(most, symbols)}.`

const most = 1_000_000_000_00
function whyNotMoney(typed: string): string | null {
  const kopiykas = parseMoney(typed)
  if (kopiykas === null) return 'Очікується сума, наприклад 150 або 150,50.'
  return kopiykas > most ? 'Сума завелика.' : null
}

/** The limits are those of EditOrderRequest in the contract; a test holds the two together. */
export function findMistakes(base: OrderDraft, draft: OrderDraft): Mistake[] {
  const mistakes: Mistake[] = []
  const add = (at: string, message: string | null): void => {
    if (message !== null) mistakes.push({ at, message })
  }
  const changed = new Set(changedFields(base, draft))
  // They travel together.
  if (changed.has('name') || changed.has('phone')) {
    add('name', whyNotName(draft.name, 200, 'Введіть одержувача.'))
    add('phone', whyNotPhone(draft.phone))
  }
  if (changed.has('ttn')) add('ttn', whyNotTtn(draft.ttn))
  if (changed.has('lines')) {
    add('lines', whyNotCount(draft.lines.length))
    for (const line of draft.lines) mistakes.push(...mistakesOfLine(line))
  }
  if (changed.has('total')) add('total', whyNotMoney(draft.total))
  if (changed.has('notes')) add('notes', draft.notes.length > 5_000 ? tooLong(5_000) : null)
  return mistakes
}

function mistakesOfLine(line: LineDraft): Mistake[] {
  const whole = toLine(line)
  const checks: [keyof LineDraft, string | null][] = [
    ['name', whyNotName(line.name, 500, 'Введіть назву товару.')],
    ['code', line.code.trim().length > 100 ? tooLong(100) : null],
    ['quantity', parseQuantity(line.quantity) === null ? 'Очікується кількість, наприклад 1 або 0,5.' : null],
    ['price', whyNotMoney(line.price)],
    ['discount', line.discount.trim() === '' ? null : whyNotMoney(line.discount)],
    ['discount', whole !== null && lineSum(whole) < 0 ? 'Знижка більша за вартість товару.' : null],
  ]
  return checks.flatMap(([field, message]) => (message === null ? [] : [{ at: lineField(line.key, field), message }]))
}

function whyNotName(typed: string, most: number, absent: string): string | null {
  const name = typed.trim()
  if (name === '') return absent
  return name.length > most ? tooLong(most) : null
}

const whyNotPhone = (typed: string): string | null =>
  /^\d{0,15}$/.test(plainPhone(typed)) ? null : 'Неправильний телефон: очікується, наприклад, +380 67 123 45 67.'

const whyNotTtn = (typed: string): string | null =>
  /^(\d{11,20})?$/.test(plainTtn(typed)) ? null : 'ТТН складається лише з цифр (зазвичай 14).'

function whyNotCount(count: number): string | null {
  if (count === 0) return 'Додайте хоча б один товар.'
  return count > 200 ? 'В одному замовленні може бути щонайбільше 200 рядків товарів.' : null
}
