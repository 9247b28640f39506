import type { Decide } from '#/server/receipts/machine/facts.ts'

/** What others can do in a world; each world has one or two of these powers, all of them at once would be too many states. */
export interface Powers {
  /** A person may cancel. */
  cancels: boolean
  /** The parcel is paid for at some time. */
  pays: boolean
  /** So many documents are made by hand, under our credentials or others that we do not have. */
  hand_documents: number
  hand_scopes: readonly (0 | 1)[]
  /** So often the credentials of the register change. */
  credential_changes: number
  restores: boolean
  /** Days pass, and what was made is old. */
  days_pass: boolean
  redirects: boolean
  /** A deletion is answered with 200, and the document stays. */
  deletes_nothing: boolean
  /** The provider shows a living document no longer, and later again. */
  hides: boolean
  /** A list comes cut short and does not say so. */
  cuts: boolean
  /** The provider refuses what exists already; or takes it. */
  refuses_doubles: boolean
  /** An advance comes before the receipt. */
  advance: boolean
}

/** The rules of the service around the machine; the planted faults change one at a time. */
export interface Service {
  decide: Decide
  looks_before_first_send: boolean
  look_reaches_two_days: boolean
  absence_counts_under_other_credentials: boolean
  believes_a_deletion: boolean
  forgets_documents_of_dead_receipts: boolean
  look_survives_restore: boolean
  restored_snapshot_counts_as_read_now: boolean
  orphan_blocks: boolean
  cut_snapshot_counts_as_whole: boolean
  looks_at_former_ttn: boolean
  follows_redirects: boolean
  /** What keeps the alarm of a paid sale silent. */
  silenced_by: 'fiscalized' | 'any live receipt' | 'a fiscal advance'
  ended_waits: boolean
  gives_up_without_a_look: boolean
}

export interface SaleRules extends Powers, Service {
  rows: 1 | 2
  attempts: 1 | 2
}
