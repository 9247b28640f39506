import type { ParcelProblem } from '#/contract/orders.ts'
import type { CarrierKeyHolder } from '#/server/cash-registers/secrets/carrier-keys.ts'
import type { Answered } from './ask-in-batches.ts'
import type { Ownership } from './rules.ts'
import { whyNotBound } from './sender-problems.ts'
import { senderOf } from './sender-rules.ts'

/** What one key after another shows of parcels whose sender is not known yet. */
export function searchSender() {
  const senders = new Map<string, string>()
  const bad = new Set<string>()
  /** No answer came about these with some key, or it is not clear whether its owner is the sender. */
  const open = new Set<string>()
  const doubts = new Map<string, ParcelProblem>()

  return {
    /** True: a key was shown a parcel of another sender. */
    note({ id, name, phones }: CarrierKeyHolder, { parcels, bad_numbers, unanswered, at }: Answered): boolean {
      for (const ttn of bad_numbers) bad.add(ttn)
      for (const ttn of unanswered) open.add(ttn)
      const seen = parcels.map((said) => ({ ttn: said.ttn, sender: senderOf(said, phones) }))
      for (const { ttn, sender } of seen) {
        if (sender === 'owner') senders.set(ttn, id)
        if (sender === 'unproven') open.add(ttn)
        const doubt = whyNotBound(sender, name, at)
        if (doubt !== null && !doubts.has(ttn)) doubts.set(ttn, doubt)
      }
      return seen.some(({ sender }) => sender === 'somebody_else')
    },

    isSettled: (ttn: string): boolean => senders.has(ttn) || bad.has(ttn),

    /** `is_over`: every key was tried; null until then. `is_sure`: every key could be used. */
    judge(ttn: string, { is_over, is_sure }: { is_over: boolean; is_sure: boolean }): Ownership | null {
      const cash_register_id = senders.get(ttn)
      if (cash_register_id !== undefined) return { cash_register_id, own: true, is_sender: true }
      if (!is_over) return null
      const own = is_sure && !open.has(ttn) ? false : null
      return { cash_register_id: null, own, is_sender: false, problem: doubts.get(ttn) ?? null }
    },
  }
}
