import { IconChecks } from '@tabler/icons-react'
import { formatMoney } from '#/contract/money.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { asCell, asRow } from '../../ui/table-roles.ts'
import { formatDateTime } from '../../words/format.ts'
import { whyOf } from '../../words/money-words.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { LineStateBadge } from './LineStateBadge.tsx'
import { TransferDeed } from './TransferDeed.tsx'
import classes from './TransfersTable.module.css'

interface Props {
  line: PayoutLine
  /** null: who looks may not settle. */
  onSettle: ((line: PayoutLine) => void) | null
}

export function TransferRow({ line, onSettle }: Props) {
  const { position, ttn, order, accepted, commission, transferred } = line
  return (
    <tr {...asRow} className={classes.row}>
      <td {...asCell} data-column="position" className="figures">
        {position}
      </td>
      <td {...asCell} data-column="ttn">
        <Ttn ttn={ttn} />
        <span className={classes.under}>
          {order === null ? 'Замовлення не знайдено' : <OrderLink id={order.id}>№&nbsp;{order.number}</OrderLink>}
        </span>
      </td>
      <Sum name="Прийнято" kopiykas={accepted} />
      <Sum name="Комісія" kopiykas={commission} />
      <Sum name="Перераховано" kopiykas={transferred} />
      <td {...asCell} data-column="receipt">
        <Receipt receipt={line.receipt} />
      </td>
      <td {...asCell} data-column="state">
        <LineStateBadge state={line.state} />
        {line.state !== 'matched' && <p className={classes.why}>{whyOf(line)}</p>}
        {line.settled !== null && <Settled settled={line.settled} />}
      </td>
      {onSettle !== null && (
        <td {...asCell} data-column="deed">
          <TransferDeed line={line} onSettle={onSettle} />
        </td>
      )}
    </tr>
  )
}

const Sum = ({ name, kopiykas }: { name: string; kopiykas: number }) => (
  <td {...asCell} data-column="money" className="figures">
    <span className={classes.name} aria-hidden>
      {name}
    </span>
    {formatMoney(kopiykas)}
  </td>
)

const Receipt = ({ receipt }: Pick<PayoutLine, 'receipt'>) => (
  <>
    <span className={classes.name} aria-hidden>
      Чек
    </span>
    {receipt === null ? (
      <span className="soft">Немає</span>
    ) : (
      <span className="figures">{formatMoney(receipt.amount)}</span>
    )}
    {receipt !== null && receipt.fiscal_code !== null && <code className={classes.under}>{receipt.fiscal_code}</code>}
  </>
)

const Settled = ({ settled: { reason, by, at } }: { settled: NonNullable<PayoutLine['settled']> }) => (
  <p className={classes.settled}>
    <Badge icon={IconChecks} tone="quiet">
      Вирішено
    </Badge>{' '}
    <span>
      {reason}{' '}
      <span className="soft">
        — {by ?? 'Касир'}, <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </span>
  </p>
)
