/** One transfer as a list of NovaPay has it, in kopiykas. */
export interface Transfer {
  ttn: string
  accepted: number
  commission: number
  day?: string
  operation_id?: string
  order_ref?: string
}

export interface PayoutText {
  number: string
  day: string
  payee: string
  account: string
  transfers: readonly Transfer[]
  /** The row «Всього:» is there; it is unless said. */
  has_totals?: boolean
}

const hryvnias = (kopiykas: number): string => (kopiykas / 100).toFixed(2).replace('.', ',')
const dotted = (day: string): string => day.split('-').toReversed().join('.')

const headings = [
  '№',
  'Дата перерахунку коштів',
  'Сума принятих коштів',
  'Сума утриманої винагороди',
  'Сума перерахованих коштів',
  'Тариф',
  'ПІБ Покупця',
  '№ ЕН НП',
  'Номер замовлення',
  'Унікальний обліковий номер фінансової операції',
]

/** A payout list as CSV: the least file with everything the reader asks for. How else it may look is the reader's own test. */
export function toPayoutCsv({ number, day, payee, account, transfers, has_totals = true }: PayoutText): string {
  const sum = (of: (transfer: Transfer) => number) => hryvnias(transfers.reduce((total, one) => total + of(one), 0))
  return toText([
    [`РЕЄСТР ПЕРЕКАЗІВ №${number}`],
    ['Одержувач:', payee],
    ['П\\р в банку:', `${account} АТ "НоваПей"`],
    ['Дата:', dotted(day)],
    headings,
    ...transfers.map((one, index) => [
      String(index + 1),
      dotted(one.day ?? day),
      hryvnias(one.accepted),
      hryvnias(one.commission),
      hryvnias(one.accepted - one.commission),
      'Безготівковий 1',
      'Покупець',
      one.ttn,
      one.order_ref ?? '',
      one.operation_id ?? '',
    ]),
    ...(has_totals
      ? [
          [
            '',
            'Всього:',
            sum(({ accepted }) => accepted),
            sum(({ commission }) => commission),
            sum(({ accepted, commission }) => accepted - commission),
          ],
        ]
      : []),
  ])
}

/** Unlike our own exports, a bank puts nothing before a minus. */
const toText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`).join('')
