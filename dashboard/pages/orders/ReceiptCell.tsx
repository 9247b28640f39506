import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { paths } from '../../addresses/paths.ts'
import { useUser } from '../../api/user.ts'
import { BareButton } from '../../ui/Button.tsx'
import { nextAction, type NextAction } from './next-action.ts'
import type { RowActions } from './OrderRow.tsx'
import classes from './OrderTable.module.css'
import { TwoLines } from './TwoLines.tsx'

interface Props {
  order: Order
  registers: readonly CashRegister[] | undefined
  actions: RowActions
}

/** The state of the receipt and its one next action, or why there is none. Where there is an action, it takes the main line. */
export function ReceiptCell({ order, registers, actions }: Props) {
  const { receipt } = order
  const next = nextAction(order, registers)
  const action = useAction(order, next, actions)
  const state = (look: 'short' | 'plain') =>
    receipt && <ReceiptBadge receipt={receipt} isPaid={isPaidFor(order.parcel)} look={look} />
  const label = receipt === null ? null : next.label
  return (
    <TwoLines
      column="receipt"
      title={next.why ?? undefined}
      main={action ?? state('short') ?? <span className="soft">{next.label}</span>}
      under={joined(action === null ? label : state('plain'), next.why)}
    />
  )
}

const joined = (first: ReactNode, second: string | null): ReactNode =>
  first === null || second === null ? (
    (first ?? second)
  ) : (
    <>
      {first} · {second}
    </>
  )

function useAction(order: Order, { kind, label }: NextAction, actions: RowActions): ReactNode {
  const { role } = useUser()
  const button = (words: string | null, run: (order: Order) => void) => (
    <BareButton className={classes.action} onClick={() => run(order)}>
      {words}
    </BareButton>
  )
  if (actions.restore !== null) return button('Повернути', actions.restore)
  if (kind === 'create' && may(role, 'receipt.create')) return button(label, actions.create)
  if (kind === 'cancel' && may(role, 'receipt.cancel')) return button(label, actions.cancel)
  if (kind !== 'settle') return null
  return (
    <Link to={paths.attention} className={classes.action} data-tone="danger">
      {label}
    </Link>
  )
}
