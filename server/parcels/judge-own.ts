import type { CarrierKeyHolder } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { askedTtn } from './redirect-rules.ts'
import { whyNotOurSuccessor } from './sender-problems.ts'
import type { Judge } from './store-answer.ts'

/**
 * A bound parcel stays bound, whatever its answers show. The carrier's answer decides its TTN after a redirection, and whether the
 * sender is shown there.
 */
export const judgeOwn =
  ({ id }: Pick<CarrierKeyHolder, 'id'>, at: Date): Judge =>
  (parcel, said) => {
    if (said === undefined) return null
    const ttn = askedTtn(parcel)
    const problem = ttn === parcel.ttn ? null : whyNotOurSuccessor(said.own, ttn, at)
    return { said, cash_register_id: id, own: true, is_sender: true, problem }
  }
