import { z } from 'zod'
import type { WorldClock } from '../frame/clock.ts'
import type { AskedCounts } from './asked.ts'
import type { Keys } from './keys.ts'
import type { Parcels } from './parcels.ts'

export const operationNames = [
  'get_status_documents',
  'get_counterparties',
  'get_counterparty_contact_persons',
  'get_cargo_types',
  'get_document_list',
  'other_method',
] as const
export type OperationName = (typeof operationNames)[number]

/** Where the carrier's behaviour is not known, a setting chooses. */
export const Settings = z.strictObject({
  /** An unknown or expired key: 200 with an error, 401, or (tracking only) as if there were no key. */
  bad_key: z.enum(['error', 'http401', 'masked']).default('error'),
  /** A batch with good and bad numbers: all of it fails, or the good ones come with a warning. */
  mixed_batch: z.enum(['fails', 'warns']).default('fails'),
  /** Calls of one key within any minute of the world; null: as many as they like. */
  most_per_minute: z.int().min(1).nullable().default(null),
  limit_answer: z.enum(['body', 'http429']).default('body'),
  /** A key with the recipient's phone is shown the sender's too. */
  recipient_key_sees_sender: z.boolean().default(false),
  /** Whether the code of the warning on phones stands in warningCodes; in captures it does not. */
  phone_warning_code: z.boolean().default(false),
})
export type Settings = z.output<typeof Settings>

export interface World {
  clock: WorldClock
  seed: number
  settings: () => Settings
  set: (wanted: Settings) => Settings
  keys: Keys
  parcels: Parcels
  asked: AskedCounts
}
