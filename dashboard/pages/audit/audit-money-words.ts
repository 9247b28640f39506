import type { AuditAction } from '#/contract/audit.ts'
import { formatMoney } from '#/contract/money.ts'
import { pluralize } from '#/contract/plurals.ts'
import { formatDay } from '../../words/format.ts'
import { number, rows, text, type Details, type Words } from './audit-details.ts'
import { theOrder, theRegister } from './audit-pieces.ts'

const transferRegister = ({ number: of, day, payee, lines, transferred }: Details): string =>
  `реєстр переказів №\u00a0${text(of)} від\u00a0${formatDay(text(day))}, «${text(payee)}»: ${pluralize(number(lines), rows)}, ${formatMoney(number(transferred))}`

const transfer = ({ ttn, accepted }: Details): string =>
  `переказ ${formatMoney(number(accepted))} за ТТН\u00a0${text(ttn)}`

const reportNames: Record<string, string> = {
  summary: 'Підсумок',
  differences: 'Розбіжності',
  accountant: 'Для бухгалтера',
}

/** What was done with payout lists and their lines. */
export const moneyWords: Record<
  Extract<AuditAction, `money.${string}` | `report.${string}` | 'register.payee_told'>,
  Words
> = {
  'money.register_imported': {
    name: 'Завантажений реєстр переказів',
    sentence: (details) => `Завантажено ${transferRegister(details)}`,
  },
  'money.register_corrected': {
    name: 'Виправлений реєстр переказів',
    sentence: (details) => `Виправлено ${transferRegister(details)}`,
  },
  'money.register_withdrawn': {
    name: 'Вилучений реєстр переказів',
    sentence: (details) =>
      `Вилучено ${transferRegister(details)}${details['reason'] === null ? '' : `: «${text(details['reason'])}»`}`,
  },
  'money.line_settled': {
    name: 'Рішення про переказ',
    sentence: (details) => `Записано, що ${transfer(details)} не потребує дій: «${text(details['reason'])}»`,
  },
  'money.line_reopened': {
    name: 'Знято рішення про переказ',
    sentence: (details) => `Знято рішення про ${transfer(details)}`,
  },
  'money.parcel_settled': {
    name: 'Рішення про гроші за посилку',
    sentence: (details, entry) => [
      `Записано, що гроші за ТТН\u00a0${text(details['ttn'])}, `,
      theOrder(entry),
      `, не потребують дій: «${text(details['reason'])}»`,
    ],
  },
  'money.parcel_reopened': {
    name: 'Знято рішення про гроші за посилку',
    sentence: (details, entry) => [`Знято рішення про гроші за ТТН\u00a0${text(details['ttn'])}, `, theOrder(entry)],
  },
  'report.exported': {
    name: 'Завантаження звіту файлом',
    sentence: ({ report, from, to, format, rows: count }) =>
      `Звіт «${reportNames[text(report)] ?? text(report)}» за ${formatDay(text(from))} – ${formatDay(text(to))} завантажено файлом ${text(format).toUpperCase()}: ${pluralize(number(count), rows)}`,
  },
  'register.payee_told': {
    name: 'Одержувач каси',
    sentence: ({ after }, entry) => [
      'За словами Checkbox, ',
      theRegister(entry, 'каса'),
      ` належить одержувачеві «${text(after)}»`,
    ],
  },
}
