import { Link } from '@tanstack/react-router'
import { tabWords } from '#/contract/order-words.ts'
import { may } from '#/contract/permissions.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import { paths } from '../../../addresses/paths.ts'
import { useUser } from '../../../api/user.ts'
import { countWord, type Counted } from '../model/count-word.ts'
import { tabOrder } from '../model/tab-order.ts'
import classes from './OrderTabs.module.css'

interface Props {
  view: OrderView
  /** Of what the search and the filters leave; undefined until the server has answered. */
  answer: Counted | undefined
}

export function OrderTabs({ view, answer }: Props) {
  const { role } = useUser()
  const isHidden = view.hidden === true
  return (
    <nav aria-label="Вкладки замовлень" className={classes.tabs}>
      {tabOrder.map((tab) => (
        <Link
          key={tab}
          to={paths.orders}
          search={(before) => ({ ...before, tab, hidden: undefined, order: undefined })}
          className={classes.tab}
          // The router would compare the whole search; here the tab alone decides.
          aria-current={tab === view.tab && !isHidden ? 'page' : undefined}
          activeProps={{ 'aria-current': undefined }}
          data-current={(tab === view.tab && !isHidden) || undefined}
        >
          {tabWords[tab]}
          <span className={classes.count}>{isHidden ? '' : answer === undefined ? '…' : countWord(answer, tab)}</span>
        </Link>
      ))}
      {may(role, 'order.restore') && (
        <Link
          to={paths.orders}
          search={{ hidden: true }}
          className={classes.tab}
          activeProps={{ 'aria-current': undefined }}
          aria-current={isHidden ? 'page' : undefined}
          data-current={isHidden || undefined}
        >
          Приховані
        </Link>
      )}
    </nav>
  )
}
