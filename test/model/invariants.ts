import { isDead, isLive, mayLand, type Rules, type World } from './world.ts'
import { indexOf } from './sending-steps.ts'

/** What is wrong with one row and its surroundings, if anything. */
export function wrongAlone(rules: Rules, world: World): string | null {
  const { row, sends, broken } = world
  if (broken !== null) return broken
  if (liveDocuments(world) > 1) return 'S1: two live documents'
  const isNothing = isDead(row) || row.state === 'queued'
  // S6 first: a send without a permit is the deeper fault of what follows from it.
  if (sends.length > indexOf(rules, row.attempt) + 1) return 'S6: more sends than permits'
  if (isNothing && sends.some(isLive)) return `S2: ${row.state}, and a document is there`
  if (isNothing && sends.some(mayLand)) return `S2: ${row.state}, and a create may still land`
  const known = sends[indexOf(rules, row.document)]
  if (row.state === 'fiscalized' && known?.document !== 'fiscal') return 'S3: fiscalized, and nothing fiscal is there'
  const mustKnow = ['created', 'cancelling', 'cancel_unknown', 'fiscalized'].includes(row.state)
  if (mustKnow && (known === undefined || known.document === '')) return `S4: ${row.state} without a document`
  return null
}

export const liveDocuments = ({ sends }: World): number => sends.filter(isLive).length

/** Nothing is left to do but for a person or a parcel. */
export function isSettled(rules: Rules, { row, sends }: World): boolean {
  const document = sends[indexOf(rules, row.document)]?.document
  if (row.state === 'created') return document === 'waiting' && !row.cancel_wanted
  if (row.state === 'attention') return document === 'error'
  return isDead(row) || row.state === 'fiscalized'
}
