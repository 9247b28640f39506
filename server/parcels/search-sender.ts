import { unknownCode } from '#/contract/carrier-statuses.ts'
import type { CarrierKeyHolder, CarrierKeys } from '#/server/cash-registers/secrets/carrier-keys.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { Answered } from './ask-in-batches.ts'
import { doubtAbout } from './sender-problems.ts'
import { registerOf, senderOf, type ShownTo } from './sender-rules.ts'
import type { Judgement } from './store-answer.ts'

interface Turn extends Omit<CarrierKeys, 'holders'> {
  is_over: boolean
  at: Date
}

/** What one key after another shows of parcels whose sender is not known yet. */
export function searchSender() {
  const shown = new Map<string, ShownTo[]>()
  /** What the carrier says of each: to a key that is shown the sender, otherwise to the last one. */
  const words = new Map<string, ParcelStatus>()
  const bad = new Set<string>()
  /** No answer came about these with some key. */
  const open = new Set<string>()
  /** Registers whose key was shown a sender: it works. */
  const seeing = new Set<string>()

  return {
    /** True: a key was shown a sender that is not among the known phones of its owner. */
    note({ id, name, phones }: CarrierKeyHolder, { parcels, bad_numbers, unanswered }: Answered): boolean {
      for (const ttn of bad_numbers) bad.add(ttn)
      for (const ttn of unanswered) open.add(ttn)
      const seen = parcels.map((said) => ({ said, sender: senderOf(said, phones) }))
      for (const { said, sender } of seen) {
        const before = shown.get(said.ttn) ?? []
        if (sender !== 'not_shown' || before.length === 0) words.set(said.ttn, said)
        if (sender !== 'not_shown') shown.set(said.ttn, [...before, { id, name, is_owner: sender === 'owner' }])
        if (sender !== 'not_shown') seeing.add(id)
      }
      return seen.some(({ sender }) => sender === 'shown')
    },

    /** Those of these keys that were shown no sender, which is why some of these parcels stay in doubt; none where every one has its owner. */
    blindAbout: <Holder extends { id: string }>(
      holders: readonly Holder[],
      parcels: readonly ParcelStatus[],
    ): Holder[] => {
      const isDoubtful = ({ ttn, status_code }: ParcelStatus): boolean =>
        status_code !== null && status_code !== unknownCode && !(shown.get(ttn) ?? []).some(({ is_owner }) => is_owner)
      return parcels.some(isDoubtful) ? holders.filter(({ id }) => !seeing.has(id)) : []
    },

    isSettled: (ttn: string): boolean => bad.has(ttn) || (shown.get(ttn) ?? []).some(({ is_owner }) => is_owner),

    /** `is_over`: every key was tried; null until then. */
    judge(ttn: string, { is_over, every_active, everybody, at }: Turn): Judgement | null {
      const said = words.get(ttn)
      const to = shown.get(ttn) ?? []
      const isAnswered = is_over && !open.has(ttn)
      const cash_register_id = registerOf(to, isAnswered && every_active)
      if (said === undefined || (cash_register_id === null && !is_over)) return null
      if (cash_register_id !== null) return { said, cash_register_id, own: true, is_sender: true }
      if (to.length > 0) return { said, cash_register_id, own: null, is_sender: true, problem: doubtAbout(to, at) }
      return { said, cash_register_id, own: isAnswered && everybody ? false : null, is_sender: false }
    },
  }
}
