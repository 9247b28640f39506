/** An event of the stream; `revision` only of orders, `by` only of a person who edits. See contract/events.ts. */
export interface LiveEvent {
  type: string
  id: string | null
  at: string
  revision: number | null
  by?: string
}

/** Null for a message that is no event, such as `ready`. A kind that this page does not know yet passes and is ignored. */
export function toLiveEvent(data: string): LiveEvent | null {
  const event: unknown = JSON.parse(data)
  if (typeof event !== 'object' || event === null || !('type' in event) || !('id' in event) || !('at' in event))
    return null
  const { type, id, at } = event
  if (typeof type !== 'string' || typeof at !== 'string' || (typeof id !== 'string' && id !== null)) return null
  const revision = 'revision' in event && typeof event.revision === 'number' ? event.revision : null
  const by = 'by' in event && typeof event.by === 'string' ? { by: event.by } : {}
  return { type, id, at, revision, ...by }
}
