import { absentAgainMs, goneAgainMs, mostAttempts } from '#/server/receipts/machine/machine.ts'
import type { Decide, ReceiptEvent, ReceiptFacts } from '#/server/receipts/machine/facts.ts'
import { isDead, type Look, type Row, type Rules, type World } from './world.ts'

const now = 1_000_000_000
const times = { permit_window_ms: 5_000, call_deadline_ms: 30_000, effect_window_ms: 600_000, attention_ms: 1_200_000 }
export const aProblem = { code: 'a', detail: 'a' }
/** Only whether a deletion is the last one can be distinguished, not how many there were. */
export const currentRemoval = 1

/** What the reporter knew of time when it saw the evidence. */
export interface View {
  quiet: boolean
  /** Not before the doubt began. */
  fresh: boolean
  /** Long enough after the first sight of absence, or of the document gone. */
  later: boolean
}

export const newRow: Row = {
  state: 'queued',
  attempt: 0,
  voided: 0,
  cancel_wanted: false,
  document: 0,
  quiet: 'unset',
  answered: false,
  told_exists: false,
  absent: false,
  gone: false,
  cancel_accepted: false,
}

/** As if the earlier attempts had been made and proven absent: the machine itself says how many there may be. */
export const firstWorld = ({ attempts }: Rules): World => ({
  row: { ...newRow, attempt: mostAttempts - attempts },
  sends: [],
  removals: [],
  looks: [],
  broken: null,
})

export const documentId = (attempt: number): string => `document ${attempt}`

/** The world after the event, or null if the machine has nothing to write. */
export function tell(rules: Rules, world: World, event: ReceiptEvent, view?: View): World | null {
  const { row } = world
  const moved = rowAfter(rules.decide, row, event, view)
  if (moved === null) return null
  const { row: after, broken } = moved
  const isOver = isDead(after) || after.state === 'fiscalized'
  return {
    ...world,
    row: isDead(after) ? forgetful(after) : after,
    broken,
    // A row at its end takes no events.
    looks: isOver ? [] : aged(world.looks, row, after),
  }
}

/** What the machine makes of a row, and the rule that the step broke, if any. */
export function rowAfter(
  decide: Decide,
  row: Row,
  event: ReceiptEvent,
  view: View = { quiet: row.quiet === 'over', fresh: true, later: true },
): { row: Row; broken: string | null } | null {
  const facts = factsOf(row, view)
  const decision = decide(facts, event, now, times)
  if (decision === null) return null
  const { changes } = decision
  const after: Row = {
    state: decision.to,
    attempt: changes.attempt ?? row.attempt,
    voided: changes.voided ?? row.voided,
    cancel_wanted: changes.cancel_wanted ?? row.cancel_wanted,
    document: changes.provider_id === undefined ? row.document : attemptOf(changes.provider_id),
    quiet: changes.quiet_after === undefined ? row.quiet : quietOf(changes.quiet_after, row, facts),
    answered: changes.answered === undefined ? row.answered : changes.answered !== null,
    told_exists: changes.told_exists ?? row.told_exists,
    absent: changes.absent_at === undefined ? row.absent : changes.absent_at !== null,
    gone: changes.gone_since === undefined ? row.gone : changes.gone_since !== null,
    cancel_accepted: row.cancel_accepted || event.type === 'cancel_asked',
  }
  return { row: after, broken: brokenBy(row, after) }
}

function aged(looks: readonly Look[], before: Row, after: Row): readonly Look[] {
  const isNewDoubt = before.state !== after.state && ['unknown', 'cancel_unknown'].includes(after.state)
  const isSameAttempt = before.attempt === after.attempt
  if (looks.length === 0 || (!isNewDoubt && isSameAttempt)) return looks
  return looks.map((look) => ({
    ...look,
    fresh: look.fresh && !isNewDoubt,
    quiet: look.quiet && isSameAttempt,
    absent: look.absent && isSameAttempt,
  }))
}

/** What the second row is created beside. */
export const remainsOf = (rules: Rules, { row }: World): World => {
  const empty = firstWorld(rules)
  return { ...empty, row: { ...empty.row, state: row.state } }
}

/** The machine reads only the state of a dead row, so the rest of it need not be distinguished. */
const forgetful = ({ state, attempt }: Row): Row => ({ ...newRow, state, attempt })

function factsOf(row: Row, { quiet, fresh, later }: View): ReceiptFacts {
  return {
    state: row.state,
    attempt: row.attempt,
    voided: row.voided,
    removal: currentRemoval,
    cancel_wanted: row.cancel_wanted,
    provider_id: row.document === 0 ? null : documentId(row.document),
    send_not_after: now,
    quiet_after: row.quiet === 'unset' ? null : quiet ? now : now + 1,
    answered: row.answered ? aProblem : null,
    told_exists: row.told_exists,
    absent_at: row.absent ? now - (later ? absentAgainMs : 0) : null,
    unknown_since: fresh ? now : now + 1,
    gone_since: row.gone ? now - (later ? goneAgainMs : 0) : null,
  }
}

function quietOf(quiet_after: number | null, row: Row, facts: ReceiptFacts): Row['quiet'] {
  if (quiet_after === facts.quiet_after) return row.quiet
  return quiet_after === null ? 'unset' : quiet_after <= now ? 'over' : 'pending'
}

const attemptOf = (provider_id: string | null): number =>
  provider_id === null ? 0 : Number(provider_id.replace('document ', ''))

function brokenBy(before: Row, after: Row): string | null {
  if (isDead(before)) return 'S10: a dead receipt moved'
  if (before.document !== 0 && after.document !== before.document) return 'S4: a row changed its document for another'
  if (after.state !== 'sending' || before.state === 'sending') return null
  if (before.cancel_accepted) return 'S7: a create was claimed after a cancel was accepted'
  return before.document === 0 ? null : 'S16: a row whose document was known may send a create again'
}
