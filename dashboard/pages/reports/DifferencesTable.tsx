import { IconChecks, IconClockExclamation, IconReceiptOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pluralize } from '#/contract/plurals.ts'
import { noReceiptWords, paymentStateWords } from '#/contract/report-words.ts'
import type { Difference } from '#/contract/reports.ts'
import { paths } from '../../addresses/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { asCell, asColumnHead, asRow, asRows, asTable } from '../../ui/table-roles.ts'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { isLineState } from '../../words/money-words.ts'
import { LineStateBadge } from '../money/LineStateBadge.tsx'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { formatSum, noRegister } from './report-words.ts'
import tables from './WideTable.module.css'

const columns = [
  ['lead', 'Стан'],
  ['text', 'ТТН, замовлення'],
  ['text', 'День'],
  ['whose', 'Каса'],
  ['text', 'Чек'],
  ['text', 'Реєстр переказів'],
  ['money', 'Прийнято'],
  ['money', 'Різниця'],
  ['text', 'Рішення'],
] as const

/** On a narrow screen every difference becomes a card, and each sum gets its name. */
export const DifferencesTable = ({ items }: { items: readonly Difference[] }) => (
  <table {...asTable} className={tables.table} aria-label="Розбіжності, суми в гривнях">
    <thead {...asRows} className={tables.head}>
      <tr {...asRow}>
        {columns.map(([column, name]) => (
          <th key={name} {...asColumnHead} scope="col" data-column={column}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...asRows}>
      {items.map((item) => (
        <Row key={`${item.kind} ${item.id}`} item={item} />
      ))}
    </tbody>
  </table>
)

const dayForms = { one: 'день тому', few: 'дні тому', many: 'днів тому', other: 'дня тому' }

function Row({ item }: { item: Difference }) {
  const { ttn, order, day, days, accepted, commission, transferred, difference } = item
  return (
    <tr {...asRow} className={tables.row}>
      <td {...asCell} data-column="lead">
        <State item={item} />
      </td>
      <Cell name="ТТН, замовлення">
        <Ttn ttn={ttn} />
        <span className={tables.under}>
          {order === null ? 'Замовлення не знайдено' : <OrderLink id={order.id}>№&nbsp;{order.number}</OrderLink>}
        </span>
      </Cell>
      <Cell name="День">
        <time dateTime={day}>{formatDay(day)}</time>
        <span className={tables.under}>{days === 0 ? 'сьогодні' : pluralize(days, dayForms)}</span>
      </Cell>
      <Cell name="Каса">
        <Whose item={item} />
      </Cell>
      <Cell name="Чек">
        <Receipt receipt={item.receipt} />
      </Cell>
      <Cell name="Реєстр переказів">
        <Register register={item.register} />
      </Cell>
      <Sum name="Прийнято" kopiykas={accepted}>
        <span className={tables.under}>комісія {formatSum(commission ?? 0)}</span>
        <span className={tables.under}>перераховано {formatSum(transferred ?? 0)}</span>
      </Sum>
      <Sum name="Різниця" kopiykas={difference} />
      <Cell name="Рішення" isEmpty={item.settled === null}>
        <Decision settled={item.settled} />
      </Cell>
    </tr>
  )
}

interface CellProps {
  name: string
  children: ReactNode
  /** A card leaves it out. */
  isEmpty?: boolean
}

const Cell = ({ name, children, isEmpty = false }: CellProps) => (
  <td {...asCell} data-empty={isEmpty || undefined}>
    <span className={tables.name} aria-hidden>
      {name}
    </span>
    {children}
  </td>
)

interface SumProps {
  name: string
  kopiykas: number | null
  /** What the sum falls into, where there is one. */
  children?: ReactNode
}

const Sum = ({ name, kopiykas, children }: SumProps) => (
  <td
    {...asCell}
    data-column="money"
    data-empty={kopiykas === null || undefined}
    data-strong={name === 'Різниця' || undefined}
  >
    <span className={tables.name} aria-hidden>
      {name}
    </span>
    {kopiykas === null ? <span className="soft">–</span> : formatSum(kopiykas)}
    {kopiykas !== null && children}
  </td>
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
      {why !== null && <span className={tables.under}>{reasons[why] ?? why}</span>}
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
          <span className={tables.under}>Чек: {receipt_payee.name}</span>
          <span className={tables.under}>Переказ: {payout_payee.name}</span>
        </>
      ) : (
        <span className={tables.under}>{(payout_payee ?? receipt_payee)?.name}</span>
      )}
    </>
  )
}

function Receipt({ receipt }: Pick<Difference, 'receipt'>) {
  if (receipt === null) return <span className="soft">Немає</span>
  return (
    <>
      <span className="figures">{formatSum(receipt.amount)}</span>
      {receipt.fiscal_code !== null && <code className={tables.under}>{receipt.fiscal_code}</code>}
      {receipt.fiscalized_at !== null && (
        <time className={tables.under} dateTime={receipt.fiscalized_at}>
          {formatDateTime(receipt.fiscalized_at)}
        </time>
      )}
    </>
  )
}

function Register({ register }: Pick<Difference, 'register'>) {
  if (register === null) return <span className="soft">Немає</span>
  return (
    <>
      <Link to={paths.moneyRegister} params={{ id: register.id }} search={{ open: true }}>
        №&nbsp;{register.number}
      </Link>
      <span className={tables.under}>{formatDay(register.day)}</span>
    </>
  )
}

function Decision({ settled }: Pick<Difference, 'settled'>) {
  if (settled === null) return <span className="soft">–</span>
  return (
    <>
      <Badge icon={IconChecks} tone="quiet">
        Вирішено
      </Badge>
      <span className={tables.under}>
        {settled.reason} — {settled.by ?? 'Касир'}, {formatDay(settled.at)}
      </span>
    </>
  )
}
