import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { isPaidFor } from '#/contract/receipt-words.ts'
import { paths } from '../../../addresses/paths.ts'
import { ReceiptBadge } from '../../../badges/ReceiptBadge.tsx'
import { BareButton } from '../../../ui/Button.tsx'
import type { Cell, CellProps } from './column.ts'
import { nextAction, type NextAction } from './next-action.ts'
import classes from './OrderTable.module.css'

/** The state of the receipt and its one next action, or why there is none. Where there is an action, it takes the main line. */
export function receiptCell(props: CellProps): Cell {
  const { receipt, parcel } = props.order
  const next = nextAction(props.order, props.registers)
  const action = actionOf(props, next)
  const state = (look: 'short' | 'plain') =>
    receipt && <ReceiptBadge receipt={receipt} isPaid={isPaidFor(parcel)} look={look} />
  const label = receipt === null ? null : next.label
  return {
    title: next.why,
    main: action ?? state('short') ?? <span className="soft">{next.label}</span>,
    under: joined(action === null ? label : state('plain'), next.why),
  }
}

const joined = (first: ReactNode, second: string | null): ReactNode =>
  first === null || second === null ? (
    (first ?? second)
  ) : (
    <>
      {first} · {second}
    </>
  )

function actionOf(props: CellProps, { kind, label }: NextAction): ReactNode {
  const { order, role, onCreate, onCancel, onRestore } = props
  const button = (words: string | null, run: (order: Order) => void) => (
    <BareButton className={classes.action} onClick={() => run(order)}>
      {words}
    </BareButton>
  )
  if (onRestore !== null) return button('Повернути', onRestore)
  if (kind === 'create' && may(role, 'receipt.create')) return button(label, onCreate)
  if (kind === 'cancel' && may(role, 'receipt.cancel')) return button(label, onCancel)
  if (kind !== 'settle') return null
  return (
    <Link to={paths.attention} className={classes.action} data-tone="danger">
      {label}
    </Link>
  )
}
