import { formatMoney } from '#/contract/money.ts'
import type { PayoutLine } from '#/contract/payouts.ts'
import { asCell, asRow } from '../../ui/table-roles.ts'
import { whyOf } from '../../words/money-words.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { LineStateBadge } from './LineStateBadge.tsx'
import { Settled, SumCells } from './TransferCells.tsx'
import { TransferDeed } from './TransferDeed.tsx'
import classes from './TransfersTable.module.css'

interface Props {
  line: PayoutLine
  /** null: who looks may not settle. */
  onSettle: ((line: PayoutLine) => void) | null
}

export function TransferRow({ line, onSettle }: Props) {
  const { position, ttn, order } = line
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
      <SumCells sums={line} />
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
