import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../addresses/paths.ts'

interface Props {
  id: string
  children: ReactNode
  onClick?: () => void
}

/** Opens the order over the list. The link names the order only, so it may be sent to a colleague. */
export function OrderLink({ id, children, onClick }: Props) {
  return (
    <Link to={paths.orders} search={{ order: id }} onClick={onClick}>
      {children}
    </Link>
  )
}
