import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { isHttps } from '../../browser/is-https.ts'
import { paths } from '../../addresses/paths.ts'

type Prepayment = NonNullable<NonNullable<Order['receipt']>['prepayment']>

const paymentWords: Record<Prepayment['payment'], string> = { cashless: 'безготівкова', cash: 'готівка' }

/** The other document of the chain, made before the rest. */
export function PrepaymentPart({ prepayment }: { prepayment: Prepayment }) {
  const { amount, payment, state, fiscal_code, receipt_url } = prepayment
  return (
    <div>
      <p>
        <span className="soft">Передоплата</span> <b className="figures">{formatMoney(amount)}</b> (
        {paymentWords[payment]}){' '}
        {state === 'created' ? (
          // It waits for no parcel: it becomes fiscal by itself within seconds.
          <Badge icon={IconSend} tone="accent">
            Фіскалізується…
          </Badge>
        ) : (
          <ReceiptBadge receipt={{ state, returned_at: null, is_test: false }} />
        )}
      </p>
      {fiscal_code !== null && (
        <p className="figures">
          <span className="soft">Фіскальний номер</span> {fiscal_code}{' '}
          {receipt_url !== null && !isHttps(receipt_url) && <code>{receipt_url}</code>}
          {receipt_url !== null && isHttps(receipt_url) && (
            <a href={receipt_url} target="_blank" rel="noreferrer">
              Відкрити чек передоплати<span className="visually-hidden"> (у новій вкладці)</span>
            </a>
          )}
        </p>
      )}
      {state === 'attention' && (
        <p>
          Чек передоплати потребує уваги, чек на залишок чекає на нього. <Link to={paths.attention}>З’ясувати</Link>
        </p>
      )}
    </div>
  )
}
