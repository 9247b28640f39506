import { decide } from '#/server/receipts/machine/machine.ts'
import type { Powers, SaleRules, Service } from './sale-rules.ts'

const nobody: Powers = {
  cancels: true,
  pays: true,
  hand_documents: 0,
  hand_scopes: [0],
  credential_changes: 0,
  restores: false,
  days_pass: false,
  redirects: false,
  deletes_nothing: false,
  hides: false,
  cuts: false,
  refuses_doubles: false,
  advance: false,
}

/** The machine as it is, in a service as it should be. */
const asBuilt: Service = {
  decide,
  looks_before_first_send: true,
  look_reaches_two_days: false,
  absence_counts_under_other_credentials: false,
  believes_a_deletion: false,
  forgets_documents_of_dead_receipts: false,
  look_survives_restore: false,
  restored_snapshot_counts_as_read_now: false,
  orphan_blocks: true,
  cut_snapshot_counts_as_whole: false,
  looks_at_former_ttn: true,
  follows_redirects: true,
  silenced_by: 'fiscalized',
  ended_waits: false,
  gives_up_without_a_look: false,
}

const one: SaleRules = { ...nobody, ...asBuilt, rows: 1, attempts: 1 }
const two: SaleRules = { ...one, rows: 2 }

/** One world for each power, small enough for every run of the tests. */
export const saleWorlds = {
  'a hand makes, removes and pays; lists come cut short': { ...one, cancels: false, hand_documents: 1, cuts: true },
  'a hand makes and removes, 2 receipts': { ...two, pays: false, hand_documents: 1 },
  'a hand under other credentials, doubles refused': {
    ...one,
    pays: false,
    hand_documents: 1,
    hand_scopes: [0, 1],
    refuses_doubles: true,
  },
  'credentials change and change back': { ...one, credential_changes: 2 },
  'a backup is restored': { ...one, pays: false, restores: true },
  'a removal is answered and not done, 2 receipts': { ...two, deletes_nothing: true },
  'the provider hides a document': { ...one, hides: true },
  'an advance ends in ERROR': { ...two, advance: true },
  'a parcel is redirected': { ...one, redirects: true },
} satisfies Record<string, SaleRules>

/** Two powers at once, two receipts, two attempts: `npm run model`. */
export const largeSaleWorlds = {
  'a hand makes, removes and pays, 2 receipts': { ...two, hand_documents: 1, cuts: true },
  'two hands, 2 attempts': { ...one, hand_documents: 2, attempts: 2, pays: false },
  'a hand and changing credentials': {
    ...one,
    pays: false,
    credential_changes: 2,
    hand_documents: 1,
    hand_scopes: [0, 1],
    refuses_doubles: true,
  },
  'credentials change, 2 receipts': { ...two, credential_changes: 2 },
  'a restore, 2 receipts': { ...two, pays: false, restores: true },
  'a restore after days, a parcel that is paid': { ...one, restores: true, days_pass: true },
  'a hand and a restore': { ...one, pays: false, restores: true, hand_documents: 1 },
  'a restore and changing credentials': { ...one, pays: false, restores: true, credential_changes: 1 },
  'the provider hides a document, 2 receipts': { ...two, hides: true },
  'a hand and a redirect': { ...one, redirects: true, hand_documents: 1 },
} satisfies Record<string, SaleRules>
