import { decide } from '#/server/receipts/machine/machine.ts'
import type { Decide } from '#/server/receipts/machine/facts.ts'
import type { SaleRules } from './sale-rules.ts'
import { largeSaleWorlds, saleWorlds } from './sale-worlds.ts'

/** Mistakes that doubled or lost receipts, or could: each must be found, by the rule it breaks first, on a shortest way. */
export interface SaleFault {
  name: string
  rules: SaleRules
  breaks: string
  steps: number
}

const hand = saleWorlds['a hand makes, removes and pays; lists come cut short']
const twoOfHand = saleWorlds['a hand makes and removes, 2 receipts']
const refusing = saleWorlds['a hand under other credentials, doubles refused']
const credentials = saleWorlds['credentials change and change back']
const handAndCredentials = largeSaleWorlds['a hand and changing credentials']
const restore = saleWorlds['a backup is restored']
const removal = saleWorlds['a removal is answered and not done, 2 receipts']
const hiding = saleWorlds['the provider hides a document']
const advance = saleWorlds['an advance ends in ERROR']
const redirect = largeSaleWorlds['a hand and a redirect']

/** As if the provider had never said that such a document exists. */
const deaf: Decide = (facts, event, ...rest) => decide({ ...facts, told_exists: false }, event, ...rest)

/** As if the answer had come to every receipt whose document is known. */
const hasty: Decide = (facts, event, ...rest) =>
  decide(facts.state === 'created' ? { ...facts, quiet_after: null } : facts, event, ...rest)

/** As if a request that was not answered had never left. */
const careless: Decide = (facts, event, ...rest) =>
  decide(facts, event.type === 'sent_ambiguous' ? { ...event, type: 'stopped' } : event, ...rest)

export const saleFaults: SaleFault[] = [
  { name: 'no look before the first send', rules: { ...hand, looks_before_first_send: false }, breaks: 'S1', steps: 4 },
  { name: 'the look reaches back two days', rules: { ...hand, look_reaches_two_days: true }, breaks: 'S1', steps: 5 },
  {
    name: 'absence counts under other credentials',
    rules: { ...credentials, absence_counts_under_other_credentials: true },
    breaks: 'S2',
    steps: 7,
  },
  {
    name: 'a deletion answered with 200 is believed',
    rules: { ...removal, believes_a_deletion: true },
    breaks: 'S2',
    steps: 7,
  },
  {
    name: 'a living document of a dead receipt is nobody’s business',
    rules: { ...hiding, forgets_documents_of_dead_receipts: true },
    breaks: 'S19',
    steps: 8,
  },
  {
    name: 'a restored receipt is sent on the look before',
    rules: { ...restore, look_survives_restore: true },
    breaks: 'S1',
    steps: 8,
  },
  {
    name: 'a restored snapshot counts as read up to now',
    rules: { ...restore, restored_snapshot_counts_as_read_now: true },
    breaks: 'S1',
    steps: 9,
  },
  { name: '“already exists” counts as absent', rules: { ...refusing, decide: deaf }, breaks: 'S18', steps: 6 },
  { name: 'an advance that ended is waited for', rules: { ...advance, ended_waits: true }, breaks: 'L1', steps: 4 },
  {
    name: 'an orphan seen under other credentials does not block',
    rules: { ...handAndCredentials, orphan_blocks: false },
    breaks: 'S1',
    steps: 7,
  },
  {
    name: 'a snapshot cut short counts as whole',
    rules: { ...hand, cut_snapshot_counts_as_whole: true },
    breaks: 'S1',
    steps: 5,
  },
  {
    name: 'only the TTN of today is looked for',
    rules: { ...redirect, looks_at_former_ttn: false },
    breaks: 'S1',
    steps: 7,
  },
  {
    name: 'a redirected parcel is not followed',
    rules: { ...redirect, follows_redirects: false },
    breaks: 'S20',
    steps: 3,
  },
  {
    name: 'a receipt that waits silences the alarm',
    rules: { ...hand, silenced_by: 'any live receipt' },
    breaks: 'S20',
    steps: 3,
  },
  {
    name: 'a fiscal advance silences the alarm',
    rules: { ...advance, silenced_by: 'a fiscal advance' },
    breaks: 'S20',
    steps: 7,
  },
  {
    name: 'a person gives up without a look',
    rules: { ...hand, gives_up_without_a_look: true },
    breaks: 'S2',
    steps: 7,
  },
  {
    name: 'a create that left counts as stopped before sending',
    rules: { ...hand, decide: careless },
    breaks: 'S2',
    steps: 6,
  },
  {
    name: 'a document found by a look is removed while the create may still land',
    rules: { ...twoOfHand, decide: hasty },
    breaks: 'S2',
    steps: 9,
  },
]
