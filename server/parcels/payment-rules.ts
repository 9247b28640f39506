import { deletedCode, isReceived, isRefused, redirectedCode } from '#/contract/carrier-statuses.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

type Payment = Pick<TrackedParcel, 'cod_amount' | 'cod_kind' | 'cod_changed_at' | 'paid' | 'paid_at'>

/**
 * The sum to be paid, after an answer. Which answers change it:
 * - no sum in the answer (the carrier shows a stranger none): never;
 * - a sum above zero: always, also after the payment, and it is noted when it differs from the one before;
 * - zero: before the payment the sender has taken the control away. Once the parcel is paid, received, refused,
 * redirected or
 * deleted there is nothing left to collect under this TTN, so zero says «done» and the sum stays.
 * A branch hands nothing over unpaid, so a received parcel with a known sum is paid even if the answer has no sum any
 * more. What was paid ahead goes back to the buyer who refuses; should they take the parcel after all, they pay again.
 */
export function paymentAfter(
  known: TrackedParcel,
  said: Pick<ParcelStatus, 'cod_amount' | 'cod_kind' | 'paid'>,
  status_code: number | null,
  now: string,
): Payment {
  const isDone = said.cod_amount === 0 && (known.cod_amount ?? 0) > 0 && isCollected(known, status_code)
  const { cod_amount, cod_kind } = said.cod_amount === null || isDone ? known : said
  const isChanged = known.cod_amount !== null && (cod_amount !== known.cod_amount || cod_kind !== known.cod_kind)
  const isPaid = known.paid || said.paid || (isReceived(status_code) && (cod_amount ?? 0) > 0)
  const paid = isPaid && !isRefused(status_code)
  return {
    cod_amount,
    cod_kind,
    cod_changed_at: isChanged ? now : known.cod_changed_at,
    paid,
    paid_at: paid ? (known.paid_at ?? now) : null,
  }
}

const isCollected = ({ paid }: TrackedParcel, code: number | null): boolean =>
  paid || isReceived(code) || isRefused(code) || code === deletedCode || code === redirectedCode
