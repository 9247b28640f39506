import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { ReceiptEvent, ReceiptEventType, ReceiptFacts } from '#/server/receipts/machine/facts.ts'

/** The table of transitions is written out once more, by itself; these are the words it is written in. */
export const now = 1_700_000_000_000
export const second = 1_000
export const times = {
  permit_window_ms: 5 * second,
  call_deadline_ms: 30 * second,
  effect_window_ms: 600 * second,
  attention_ms: 1_200 * second,
}
export const said = { code: 'said', detail: 'Сказано провайдером' }
export const earlierAnswer = { code: 'answered', detail: 'Відмовлено' }

export interface Case {
  facts: ReceiptFacts
  event: ReceiptEvent
  /** What the guards of the table ask, in its words. */
  wanted: boolean
  known: boolean
  /** The answer is of the current attempt, or of the current deletion. */
  current: boolean
  quiet: boolean
  /** What was sent may still take effect. */
  flying: boolean
  answered: boolean
  /** The provider said that such a document exists. */
  exists: boolean
  absent: 'never' | 'just now' | '10 s ago'
  gone: 'never' | 'just now' | '60 s ago'
  tries: number
  /** The lookup began before the doubt. */
  stale: boolean
}

export interface Line {
  name: string
  from: ReceiptState | readonly ReceiptState[]
  on: ReceiptEventType | readonly ReceiptEventType[]
  when?: (given: Case) => boolean
  /** Absent: it stays where it is. */
  to?: ReceiptState
  sets?: (facts: ReceiptFacts, given: Case) => Partial<ReceiptFacts>
  starts?: (given: Case) => readonly string[]
  /** What a person reads afterwards: null is nothing; absent: as before. A text is the code of what the machine itself says. */
  says?: (given: Case) => typeof said | string | null
}

export const clean = { answered: null, told_exists: false, absent_at: null, unknown_since: null, gone_since: null }
export const doubt = { ...clean, unknown_since: now }
export const counted = ({ send_not_after }: ReceiptFacts) => (send_not_after ?? 0) + 30 * second + 600 * second
export const ours = () => ({ ...clean, provider_id: 'found' })
/** With its own answer: nothing of it can take effect later. */
export const answeredOurs = () => ({ ...ours(), quiet_after: null })
export const lookAgain = () => ['reconcile']
export const cancelIfWanted = ({ wanted }: Case) => (wanted ? ['cancel'] : [])
export const whatWasSaid = () => said
export const nothing = () => null
export const outside = 'receipt.cancelled_outside'
export const absence: readonly ReceiptEventType[] = ['found_nothing', 'found_only_cancelled']

export const fresh = ({ stale }: Case) => !stale
export const isProven = (given: Case) => fresh(given) && given.quiet && given.absent === '10 s ago'
export const isAnswer = ({ answered, known, exists }: Case) => answered && !known && !exists
/** Said to exist, and never seen: then nothing that is not seen proves that there is none. */
export const isSaidToExist = ({ exists, known }: Case) => exists && !known
export const firstSight = () => ({ absent_at: now })
