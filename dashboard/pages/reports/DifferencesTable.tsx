import { IconChecks, IconClockExclamation, IconReceiptOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pluralize } from '#/contract/plurals.ts'
import { noReceiptWords, paymentStateWords } from '#/contract/report-words.ts'
import type { Difference } from '#/contract/reports.ts'
import { paths } from '../../addresses/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Table, Under, type Column } from '../../ui/Table.tsx'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { isLineState } from '../../words/money-words.ts'
import { LineStateBadge } from '../money/LineStateBadge.tsx'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { formatSum, noRegister } from './report-words.ts'

const dayForms = { one: 'день тому', few: 'дні тому', many: 'днів тому', other: 'дня тому' }

const columns: readonly Column<Difference>[] = [
  { key: 'state', head: 'Стан', card: 'lead', cell: (item) => <State item={item} /> },
  {
    key: 'ttn',
    head: 'ТТН, замовлення',
    cell: ({ ttn, order }) => (
      <>
        <Ttn ttn={ttn} />
        <Under>
          {order === null ? 'Замовлення не знайдено' : <OrderLink id={order.id}>№&nbsp;{order.number}</OrderLink>}
        </Under>
      </>
    ),
  },
  {
    key: 'day',
    head: 'День',
    cell: ({ day, days }) => (
      <>
        <time dateTime={day}>{formatDay(day)}</time>
        <Under>{days === 0 ? 'сьогодні' : pluralize(days, dayForms)}</Under>
      </>
    ),
  },
  { key: 'cash_register', head: 'Каса', width: '20%', cell: (item) => <Whose item={item} /> },
  { key: 'receipt', head: 'Чек', cell: ({ receipt }) => <Receipt receipt={receipt} /> },
  { key: 'register', head: 'Реєстр переказів', cell: ({ register }) => <PayoutLink register={register} /> },
  {
    key: 'accepted',
    head: 'Прийнято',
    isNumber: true,
    cell: ({ accepted, commission, transferred }) =>
      accepted !== null && (
        <>
          {formatSum(accepted)}
          <Under>комісія {formatSum(commission ?? 0)}</Under>
          <Under>перераховано {formatSum(transferred ?? 0)}</Under>
        </>
      ),
  },
  {
    key: 'difference',
    head: 'Різниця',
    isNumber: true,
    isStrong: true,
    cell: ({ difference }) => difference !== null && formatSum(difference),
  },
  { key: 'decision', head: 'Рішення', cell: ({ settled }) => settled !== null && <Decision settled={settled} /> },
]

export const DifferencesTable = ({ items }: { items: readonly Difference[] }) => (
  <Table
    place="long"
    name="Розбіжності, суми в гривнях"
    columns={columns}
    rows={items}
    keyOf={({ kind, id }) => `${kind} ${id}`}
  />
)

/** A transfer has the badge it has in its register; a parcel without one says what it waits for. */
function State({ item: { kind, state, why } }: { item: Difference }) {
  const reasons: Record<string, string> = noReceiptWords
  const states: Record<string, string> = paymentStateWords
  return (
    <>
      {kind === 'line' && isLineState(state) ? (
        <LineStateBadge state={state} />
      ) : (
        <Badge icon={state === 'late' ? IconClockExclamation : IconReceiptOff} tone="danger">
          {states[state] ?? state}
        </Badge>
      )}
      {why !== null && <Under>{reasons[why] ?? why}</Under>}
    </>
  )
}

/** Both payees only where they are not the same one. */
function Whose({ item: { cash_register, receipt_payee, payout_payee } }: { item: Difference }) {
  const isOther = receipt_payee !== null && payout_payee !== null && receipt_payee.id !== payout_payee.id
  return (
    <>
      {cash_register?.name ?? <span className="soft">{noRegister}</span>}
      {isOther ? (
        <>
          <Under>Чек: {receipt_payee.name}</Under>
          <Under>Переказ: {payout_payee.name}</Under>
        </>
      ) : (
        <Under>{(payout_payee ?? receipt_payee)?.name}</Under>
      )}
    </>
  )
}

function Receipt({ receipt }: Pick<Difference, 'receipt'>) {
  if (receipt === null) return <span className="soft">Немає</span>
  return (
    <>
      <span className="figures">{formatSum(receipt.amount)}</span>
      {receipt.fiscal_code !== null && (
        <Under>
          <code>{receipt.fiscal_code}</code>
        </Under>
      )}
      {receipt.fiscalized_at !== null && (
        <Under>
          <time dateTime={receipt.fiscalized_at}>{formatDateTime(receipt.fiscalized_at)}</time>
        </Under>
      )}
    </>
  )
}

function PayoutLink({ register }: Pick<Difference, 'register'>) {
  if (register === null) return <span className="soft">Немає</span>
  return (
    <>
      <Link to={paths.moneyPayout} params={{ id: register.id }} search={{ open: true }}>
        №&nbsp;{register.number}
      </Link>
      <Under>{formatDay(register.day)}</Under>
    </>
  )
}

const Decision = ({ settled: { reason, by, at } }: { settled: NonNullable<Difference['settled']> }) => (
  <>
    <Badge icon={IconChecks} tone="quiet">
      Вирішено
    </Badge>
    <Under>
      {reason} — {by ?? 'Касир'}, {formatDay(at)}
    </Under>
  </>
)
