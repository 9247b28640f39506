import { z } from 'zod'
import { Id, Instant } from './common.ts'

/**
 * What the stream `GET /events` announces. An event says only that something changed and names it; the reader asks for
 * the thing itself, so a repeated event is harmless and a missed one is healed by the next. `editing` is no change but
 * a hint: a person has the order open for editing now. It has no number, is not replayed to a reader that was away, and
 * blocks no other edit: the version of the order does.
 */
export const eventTypes = ['order', 'receipt', 'batch', 'sync', 'cash_register', 'money', 'editing', 'status'] as const
export type EventType = (typeof eventTypes)[number]

export const StreamedEvent = z
  .strictObject({
    type: z.enum(eventTypes),
    id: Id.nullable(),
    revision: z.int().nullable().describe('Ревізія замовлення після зміни; null в інших подіях'),
    at: Instant,
    by: z.string().optional().describe('Хто редагує; лише для editing'),
  })
  .meta({ id: 'StreamedEvent' })
export type StreamedEvent = z.infer<typeof StreamedEvent>
