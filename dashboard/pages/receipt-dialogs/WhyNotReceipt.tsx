import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#/contract/errors.ts'
import { formatMoney } from '#/contract/money.ts'
import { paths } from '../../addresses/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ExistingDocument } from './ExistingDocument.tsx'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import classes from './WhyNotReceipt.module.css'

interface Sums {
  /** What the waybill asks of the buyer. */
  asked: number
  /** What is left to pay by the receipt. */
  control: number
  /** How to make them equal. */
  advice: string
}

interface Props {
  code: string
  /** The sentence of the catalogue: what is wrong and what to do. */
  detail: string
  orderId: string
  /** Both sums, when they are what is wrong. */
  sums?: Sums
  /** What was found at Checkbox, when that is what is wrong. */
  params?: Readonly<Record<string, string | number>>
  onEdit?: () => void
  onLeave: () => void
}

const mendedInOrder: readonly ErrorCode[] = [
  'receipt.no_ttn',
  'receipt.not_ours',
  'receipt.parcel_deleted',
  'receipt.parcel_redirected',
  'receipt.no_goods',
  'receipt.zero_price',
  'receipt.goods_below_total',
  'receipt.sum_mismatch',
]
const mendedInRegister: readonly ErrorCode[] = ['receipt.register_unusable', 'receipt.register_unchecked']

/** Why there will be no receipt, and the way to where it is mended. */
export function WhyNotReceipt({ code, detail, orderId, sums, params, onEdit, onLeave }: Props) {
  const document = code === 'receipt.document_exists' ? params?.['provider_id'] : undefined
  const differing = code === 'receipt.sum_mismatch' && sums !== undefined ? sums : null
  const isOrders = mendedInOrder.some((one) => one === code)
  const isRegisters = mendedInRegister.some((one) => one === code)
  const ways = (
    <>
      {differing && <TwoSums {...differing} />}
      {isOrders && (
        <p className={classes.remedy}>
          {onEdit === undefined ? (
            <OrderLink id={orderId} onClick={onLeave}>
              Змінити замовлення
            </OrderLink>
          ) : (
            <Button variant="link" onClick={onEdit}>
              Змінити замовлення
            </Button>
          )}
        </p>
      )}
      {document !== undefined && <ExistingDocument providerId={String(document)} onLeave={onLeave} />}
      {isRegisters && (
        <p className={classes.remedy}>
          <Link to={paths.cashRegisters} onClick={onLeave}>
            Відкрити каси
          </Link>
        </p>
      )}
    </>
  )
  return (
    <Notice tone="danger" below={ways}>
      {differing ? `Суми не збігаються, такого чека не приймуть. ${differing.advice}` : detail}
    </Notice>
  )
}

function TwoSums({ asked, control }: Sums) {
  return (
    <dl className={classes.sums}>
      <dt>До сплати за чеком</dt>
      <dd className="figures">{formatMoney(control)}</dd>
      <dt>Контроль оплати в накладній</dt>
      <dd className="figures">{formatMoney(asked)}</dd>
      <dt>Різниця</dt>
      <dd className="figures">{formatMoney(Math.abs(control - asked))}</dd>
    </dl>
  )
}
