import { Link } from '@tanstack/react-router'
import type { Order } from '#/contract/orders.ts'
import { paths } from '../../addresses/paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { failureWords } from './failure-words.ts'
import classes from './ReceiptPanel.module.css'

type Receipt = NonNullable<Order['receipt']>

interface Props {
  receipt: Receipt
  problem: NonNullable<Receipt['problem']>
}

/** A doubt is normal work and looks like it; what a person must see to looks like that. */
export function ReceiptProblem({ receipt, problem }: Props) {
  if (receipt.state !== 'failed')
    return <Notice tone={receipt.state === 'attention' ? 'warn' : 'quiet'}>{problem.detail}</Notice>
  const { reason, fix, remedy } = failureWords(problem.code)
  return (
    <Notice tone="warn">
      <p>
        <b>{reason}</b>
      </p>
      <blockquote className={classes.quote}>{problem.said ?? problem.detail}</blockquote>
      <p>
        {fix} {remedy === 'register' && <Link to={paths.cashRegisters}>Відкрити каси</Link>}
      </p>
    </Notice>
  )
}
