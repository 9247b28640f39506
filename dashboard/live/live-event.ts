/** What the stream tells; `revision` only of orders, `by` only of somebody who edits. See contract/events.ts. */
export interface LiveEvent {
  type: string
  id: string | null
  at: string
  revision: number | null
  by?: string
}

/** Null for a message that is no event, such as `ready`. A kind that this page does not know yet passes and is ignored. */
export function toLiveEvent(data: string): LiveEvent | null {
  const told: unknown = JSON.parse(data)
  if (typeof told !== 'object' || told === null || !('type' in told) || !('id' in told) || !('at' in told)) return null
  const { type, id, at } = told
  if (typeof type !== 'string' || typeof at !== 'string' || (typeof id !== 'string' && id !== null)) return null
  const revision = 'revision' in told && typeof told.revision === 'number' ? told.revision : null
  const by = 'by' in told && typeof told.by === 'string' ? { by: told.by } : {}
  return { type, id, at, revision, ...by }
}
