import { attemptAt, indexOf } from './sending-steps.ts'
import { aProblem, documentId, tell } from './tell.ts'
import { isLive, type Look, type Rules, type Send, type Sight, type Step, type World } from './world.ts'

/**
 * A lookup at the provider takes two steps: what was read may be used much later. A reading used at once represents all
 * lookups made meanwhile. Documents of the other row need no lookup: while this row lives the other is dead, and a dead
 * row with a document ends the search (S2).
 */
export function lookupSteps(rules: Rules, world: World): Step[] {
  const seen = whatIsSeen(rules, world)
  const atOnce = seen.flatMap((event) => step(`a look: ${event.type}`, tell(rules, world, event)))
  const begun = world.looks.length < rules.looks ? seen.map((event) => begin(world, event)) : []
  const failed = seen.length > 0 ? step('a look fails', tell(rules, world, { type: 'look_up_failed' })) : []
  return [...atOnce, ...begun, ...failed, ...world.looks.flatMap((look, index) => told(rules, world, look, index))]
}

const step = (label: string, to: World | null): Step[] => (to === null ? [] : [{ label, to, ours: true }])

function whatIsSeen(rules: Rules, { row, sends }: World): Sight[] {
  const known = sends[indexOf(rules, row.document)]
  switch (row.state) {
    case 'unknown':
      return inTheList(rules, sends)
    case 'cancel_unknown':
      return known === undefined ? [] : isLive(known) ? [asFound(known, row.document)] : absences
    case 'attention':
      return known !== undefined && isLive(known) ? [asFound(known, row.document)] : []
    case 'created':
      return known === undefined ? [] : [isLive(known) ? asFound(known, row.document) : { type: 'polled_gone' }]
    default:
      return []
  }
}

/** The provider may continue to show what was deleted, as cancelled, or no longer. */
const absences: Sight[] = [{ type: 'found_nothing' }, { type: 'found_only_cancelled' }]

function inTheList(rules: Rules, sends: readonly Send[]): Sight[] {
  const live = sends.flatMap((send, index) => (isLive(send) ? [asFound(send, attemptAt(rules, index))] : []))
  if (live.length > 1) return [{ type: 'found_several', problem: aProblem }]
  if (live.length === 1) return live
  return sends.some(({ document }) => document === 'deleted') ? absences : [{ type: 'found_nothing' }]
}

function asFound({ document }: Send, attempt: number): Sight {
  const provider_id = documentId(attempt)
  if (document === 'fiscal') return { type: 'found_fiscal', provider_id }
  if (document === 'error') return { type: 'found_receipt_error', provider_id, problem: aProblem }
  return { type: 'found_waiting', provider_id }
}

function begin(world: World, event: Sight): Step {
  const { quiet, absent, gone } = world.row
  const document = 'provider_id' in event ? Number(event.provider_id.replace('document ', '')) : 0
  const isAbsence = event.type === 'found_nothing' || event.type === 'found_only_cancelled'
  const look: Look = {
    saw: event.type,
    document,
    fresh: true,
    // Only absence depends on when it was seen.
    quiet: isAbsence && quiet === 'over',
    absent: isAbsence && absent,
    gone: event.type === 'polled_gone' && gone,
  }
  return { label: `somebody reads ${event.type}`, to: { ...world, looks: [...world.looks, look] }, ours: true }
}

function told(rules: Rules, world: World, look: Look, index: number): Step[] {
  const before = { ...world, looks: world.looks.filter((_, at) => at !== index) }
  const later = look.saw === 'polled_gone' ? look.gone : look.absent
  const view = rules.look_is_dated_when_told ? undefined : { quiet: look.quiet, fresh: look.fresh, later }
  return step(`what was read is told: ${look.saw}`, tell(rules, before, eventOf(look), view) ?? before)
}

function eventOf({ saw, document }: Look): Sight {
  const provider_id = documentId(document)
  switch (saw) {
    case 'found_waiting':
    case 'found_fiscal':
      return { type: saw, provider_id }
    case 'found_receipt_error':
      return { type: saw, provider_id, problem: aProblem }
    case 'found_several':
      return { type: saw, problem: aProblem }
    case 'found_only_cancelled':
    case 'found_nothing':
    case 'polled_gone':
      return { type: saw }
  }
}
