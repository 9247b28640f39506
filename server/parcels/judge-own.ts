import type { CarrierKeyHolder } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { askedTtn } from './redirect-rules.ts'
import { whyNotOurSuccessor } from './sender-problems.ts'
import { senderOf } from './sender-rules.ts'
import type { Judge } from './store-answer.ts'

/**
 * A bound parcel stays bound, whatever its answers show. The carrier's answer decides its TTN after a redirection; its
 * sum and payment count only if the carrier does not name another sender.
 */
export const judgeOwn =
  ({ id, phones }: CarrierKeyHolder, at: Date): Judge =>
  (parcel, said) => {
    const bound = { cash_register_id: id, own: true }
    const ttn = askedTtn(parcel)
    if (ttn === parcel.ttn) return { ...bound, is_sender: true }
    const sender = senderOf(said, phones)
    return { ...bound, is_sender: sender !== 'somebody_else', problem: whyNotOurSuccessor(sender, ttn, at) }
  }
