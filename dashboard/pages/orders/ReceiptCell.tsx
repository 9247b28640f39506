import { Link } from '@tanstack/react-router'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../shell/user.ts'
import { nextAction, type NextAction } from './next-action.ts'
import type { RowActions } from './OrderRow.tsx'
import classes from './OrderTable.module.css'
import { asCell } from '../../ui/table-roles.ts'

interface Props {
  order: Order
  registers: readonly CashRegister[] | undefined
  actions: RowActions
}

/** The receipt, and what is to be done next, or why nothing can be. */
export function ReceiptCell({ order, registers, actions }: Props) {
  const next = nextAction(order, registers)
  return (
    <td {...asCell} data-column="receipt">
      {order.receipt && (
        <div className={classes.badges}>
          <ReceiptBadge receipt={order.receipt} isPaid={isPaidFor(order.parcel)} />
        </div>
      )}
      {actions.restore === null ? (
        <Next order={order} next={next} actions={actions} />
      ) : (
        <button type="button" className={classes.action} onClick={() => actions.restore?.(order)}>
          Повернути
        </button>
      )}
    </td>
  )
}

function Next({ order, next, actions }: { order: Order; next: NextAction; actions: RowActions }) {
  const { role } = useUser()
  if (next.kind === 'create' && may(role, 'receipt.create'))
    return (
      <>
        <button type="button" className={classes.action} onClick={() => actions.create(order)}>
          {next.label}
        </button>
        <Why text={next.why} />
      </>
    )
  if (next.kind === 'cancel' && may(role, 'receipt.cancel'))
    return (
      <>
        <button type="button" className={classes.action} onClick={() => actions.cancel(order)}>
          {next.label}
        </button>
        <Why text={next.why} />
      </>
    )
  if (next.kind === 'settle')
    return (
      <>
        <Link to={paths.attention} className={classes.action}>
          {next.label}
        </Link>
        <Why text={next.why} />
      </>
    )
  return (
    <div className={classes.under} title={next.why ?? undefined}>
      {next.label}
      {next.why !== null && <span className="visually-hidden">. {next.why}</span>}
    </div>
  )
}

function Why({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <div className={classes.under} title={text}>
      <span className={classes.clamped}>{text}</span>
    </div>
  )
}
