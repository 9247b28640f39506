import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Judging } from './receipt-invariants.ts'
import type { ReceiptFactsOfAll } from './receipt-facts.ts'

const restful: ReadonlySet<ReceiptState> = new Set(['created', 'fiscalized', 'cancelled', 'failed', 'attention'])

/** That things come to an end: no lease is forgotten, no doubt lasts unseen, no request is lost. */
export function lastingViolations(facts: ReceiptFactsOfAll, judging: Judging): string[] {
  const rules = [forgottenLeases, unseenDoubts, lost, ...(judging.settled ? [unsettled, orphans, unfiscal] : [])]
  return rules.flatMap((rule) => rule(facts, judging))
}

const forgottenLeases = ({ receipts }: ReceiptFactsOfAll): string[] =>
  receipts
    .filter(({ state }) => state === 'sending' || state === 'cancelling')
    .filter(({ lease_over_seconds }) => (lease_over_seconds ?? 0) > 60)
    .map(({ id, state }) => `L3: ${id} is ${state}, its lease ended more than a minute ago`)

const unseenDoubts = ({ receipts }: ReceiptFactsOfAll, { now, attention_ms }: Judging): string[] =>
  receipts
    .filter(({ state }) => state === 'unknown' || state === 'cancel_unknown')
    .filter(({ unknown_since }) => unknown_since !== null && now - Date.parse(unknown_since) > attention_ms + 60_000)
    .map(({ id }) => `L4: ${id} is in doubt for too long, and nobody is told`)

const lost = ({ receipts }: ReceiptFactsOfAll, { acknowledged = [] }: Judging): string[] => {
  const kept = new Set(receipts.map(({ id }) => id))
  return acknowledged.filter((id) => !kept.has(id)).map((id) => `lost: ${id} was accepted and is not there`)
}

const unsettled = ({ receipts, events }: ReceiptFactsOfAll): string[] =>
  receipts.flatMap(({ id, state, cancel_wanted }) => {
    const isOpen = !restful.has(state) || (state === 'created' && cancel_wanted)
    const history = (events.get(id) ?? []).map(({ event }) => event).join(' ')
    return isOpen ? [`unsettled: ${id} is ${state}${cancel_wanted ? ', to be cancelled' : ''} (${history})`] : []
  })

/** A living document that no receipt holds, of whatever origin, and that was not shown to a person. */
const orphans = ({ documents, receipts, told }: ReceiptFactsOfAll, { said }: Judging): string[] => {
  const held = new Set(receipts.filter(isAlive).map(({ provider_id }) => provider_id))
  const shown = new Set(receipts.filter(({ state }) => state === 'attention').map(({ ttn }) => ttn))
  return documents
    .filter(({ deleted, status }) => !deleted && status !== 'CANCELLED' && status !== 'RETURNED')
    .filter(({ id, ttn, made_by }) =>
      said === undefined
        ? made_by === 'api' && !held.has(id) && !told.has(id) && !shown.has(ttn)
        : !held.has(id) && !said.includes(id) && !said.includes(ttn),
    )
    .map(({ id, ttn }) => `orphan: the document ${id} of ${ttn} is live, and nobody is told`)
}

const isAlive = ({ state }: { state: ReceiptState }): boolean => state !== 'cancelled' && state !== 'failed'

/** A sale that was paid for without a fiscal receipt, and that was not shown to a person. */
const unfiscal = ({ receipts }: ReceiptFactsOfAll, { paid = [], said = '' }: Judging): string[] => {
  const fiscal = new Set(
    receipts.filter(({ kind, state }) => kind === 'ettn' && state === 'fiscalized').map(({ ttn }) => ttn),
  )
  return paid
    .filter((ttn) => !fiscal.has(ttn) && !said.includes(ttn))
    .map((ttn) => `silent: the parcel ${ttn} is paid for without a fiscal receipt, and nobody is told`)
}
