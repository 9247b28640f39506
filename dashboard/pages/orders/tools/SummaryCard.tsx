import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { summaryQuery } from '../../../api/orders.ts'
import { formatClock, toCopiedMoney } from '../../../words/format.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import { paths } from '../../../addresses/paths.ts'
import classes from './SummaryCard.module.css'

/** The day at a glance: what was paid for without a receipt, which must never be cut off, and what is still at the carrier. */
export function SummaryCard({ view }: { view: OrderView }) {
  const { data, error, dataUpdatedAt } = useQuery(summaryQuery)
  if (data === undefined)
    return (
      <section className={classes.card} aria-label="Підсумок">
        <span className="soft">{error === null ? 'Рахуємо, що ще не забрали…' : sentenceFor(error)}</span>
      </section>
    )
  // A parcel that waits is in one of these two tabs.
  const tab = view.tab === 'no_receipt' ? undefined : ('has_receipt' as const)
  return (
    <section className={classes.card} aria-label="Підсумок">
      {data.received_without_receipt > 0 && (
        <Link to={paths.attention} className={classes.alarm}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            Отримано без чека: <b className="figures">{data.received_without_receipt}</b>
          </span>
        </Link>
      )}
      <Link to={paths.orders} search={{ tab, not_picked_up: true }} className={classes.figure}>
        <span className={classes.label}>Не забрано</span>
        <span className={classes.number}>{data.count}</span>
        <span className={classes.label}>післяплата</span>
        <span className={classes.number} title={`${toCopiedMoney(data.cod_total)} грн`}>
          {formatMoney(data.cod_total)}
        </span>
      </Link>
      <span className={classes.age}>
        дані на <time>{formatClock(new Date(dataUpdatedAt).toISOString())}</time>
      </span>
    </section>
  )
}
