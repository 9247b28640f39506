import { z } from 'zod'
import { Id, Instant } from './common.ts'

/**
 * What the stream `GET /events` announces. An event says only that something changed and names it; the reader asks
 * for the thing itself, so a repeated event is harmless and a missed one is healed by the next.
 */
export const eventTypes = ['order', 'receipt', 'batch', 'sync'] as const
export type EventType = (typeof eventTypes)[number]

export const StreamedEvent = z
  .strictObject({ type: z.enum(eventTypes), id: Id.nullable(), at: Instant })
  .meta({ id: 'StreamedEvent' })
export type StreamedEvent = z.infer<typeof StreamedEvent>
