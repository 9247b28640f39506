import type { ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { formatAge, formatLongDateTime } from '../../format.ts'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './AttentionPage.module.css'
import { OrderLink } from './OrderLink.tsx'
import { Ttn } from './Ttn.tsx'

interface Props<Item> {
  title: string
  /** What is at stake, once for the whole list. */
  about: string
  count: number
  items: readonly Item[]
  /** What can be done about one of them; nothing for who may not. */
  children?: (item: Item) => ReactNode
}

/** One kind of trouble: how many, and of the oldest what happened, how much it is about, since when, and what to do. */
export function Troubles<Item extends Trouble>({ title, about, count, items, children }: Props<Item>) {
  const now = useNow()
  if (count === 0) return null
  return (
    <Card title={`${title}: ${count}`}>
      <p className="soft">{about}</p>
      <ul className={classes.rows}>
        {items.map((item) => (
          <li key={item.receipt_id ?? item.order_id} className={classes.trouble}>
            <div className={classes.about}>
              <span>
                <OrderLink id={item.order_id}>№&nbsp;{item.number}</OrderLink>
                {item.ttn !== null && (
                  <>
                    {' · '}ТТН <Ttn ttn={item.ttn} />
                  </>
                )}
              </span>
              <span className="soft figures">
                {item.cash_register !== null && `${item.cash_register.name} · `}
                <time dateTime={item.since} title={formatLongDateTime(item.since)}>
                  {formatAge(item.since, now)}
                </time>
              </span>
            </div>
            <b className="figures">{formatMoney(item.amount)}</b>
            <p>{item.detail}</p>
            {children && <div className={classes.deeds}>{children(item)}</div>}
          </li>
        ))}
      </ul>
      {count > items.length && <p className="soft">Показано найдавніші {items.length}.</p>}
    </Card>
  )
}
