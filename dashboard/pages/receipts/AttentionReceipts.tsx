import { Button } from '@mantine/core'
import { formatMoney } from '#/contract/money.ts'
import { may } from '#/contract/permissions.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { formatDateTime } from '../../format.ts'
import { useUser } from '../../shell/user.ts'
import classes from './AttentionPage.module.css'
import { OrderName } from './OrderName.tsx'
import { SettleReceipt } from './SettleReceipt.tsx'

interface Props {
  receipts: readonly Receipt[]
  more: { busy: boolean; run: () => void } | null
}

export function AttentionReceipts({ receipts, more }: Props) {
  const { role } = useUser()
  return (
    <>
      <ul className={classes.rows}>
        {receipts.map((receipt) => (
          <li key={receipt.id} className={classes.receipt}>
            <div className={classes.about}>
              <OrderName id={receipt.order_id} />
              <span className="soft figures">
                {receipt.kind === 'prepayment' ? 'Передоплата' : 'Чек'} на {formatMoney(receipt.amount)} ·{' '}
                {receipt.cash_register.name} ·{' '}
                <time dateTime={receipt.created_at}>{formatDateTime(receipt.created_at)}</time>
              </span>
            </div>
            <span>
              <ReceiptBadge receipt={receipt} />
            </span>
            <p>{receipt.problem?.detail}</p>
            {may(role, 'receipt.settle') ? (
              <SettleReceipt receipt={receipt} orderId={receipt.order_id} />
            ) : (
              <p className="soft">Рішення ухвалює касир або адміністратор.</p>
            )}
          </li>
        ))}
      </ul>
      {more !== null && (
        <Button variant="default" loading={more.busy} onClick={more.run}>
          Показати ще
        </Button>
      )}
    </>
  )
}
