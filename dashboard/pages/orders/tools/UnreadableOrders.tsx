import { pluralize } from '#/contract/plurals.ts'
import type { SyncReport } from '#/contract/orders.ts'
import { Notice } from '../../../ui/Notice.tsx'
import classes from './UnreadableOrders.module.css'
import { fieldName, nameOf } from './unreadable-words.ts'
import { orderForms } from '../../../words/counted-words.ts'

/** Orders that are in the CRM and not in the list, because something of them cannot be read. */
export function UnreadableOrders({ unreadable }: { unreadable: SyncReport['unreadable'] | undefined }) {
  if (unreadable === undefined || unreadable.count === 0) return null
  const { count, items } = unreadable
  return (
    <Notice tone="warn">
      <details className={classes.unreadable}>
        <summary>
          Не вдалося прочитати {pluralize(count, orderForms)} з&nbsp;CRM. Виправте дані в&nbsp;CRM, і Касир забере їх
          сам.
        </summary>
        <ul>
          {items.map((order) => (
            <li key={`${order.crm_id} ${order.number} ${order.field}`}>
              <b>{nameOf(order)}</b>: {fieldName(order.field)} — {order.detail}
            </li>
          ))}
        </ul>
        {count > items.length && <p>Показано перші {items.length}.</p>}
      </details>
    </Notice>
  )
}
