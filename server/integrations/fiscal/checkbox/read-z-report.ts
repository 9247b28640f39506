import { z } from 'zod'
import { toInstant } from '../../kyiv-time.ts'
import type { ZReport } from '../fiscal-client.ts'
import { id, line } from './read-fields.ts'

/**
 * Unlike a document, a report is read whole or not at all: it is there to hold our own count against, and a sum that was not understood
 * must not pass for 0. What the description does not require may be missing.
 */
const uuid = z.uuid().transform((text) => text.toLowerCase())
const count = z.int().min(0)
/** More than any shop takes in a shift; beyond it a number is something else. */
const kopiykas = z.int().min(0).max(1_000_000_000_000)
const moment = z
  .string()
  .transform((text) => toInstant(text))
  .pipe(z.string())

const Report = z.object({
  id: uuid,
  shift_id: uuid,
  serial: count,
  is_z_report: z.boolean(),
  fiscal_code: line,
  created_at: moment,
  fiscal_date: moment.nullish(),
  sell_receipts_count: count,
  return_receipts_count: count,
  payments: z.array(z.object({ label: line.pipe(z.string()), sell_sum: kopiykas, return_sum: kopiykas })),
  transaction_fail: z.boolean().nullish(),
  /** Not typed in the description. Where it tells its register, it is believed. */
  shift: z
    .object({ cash_register: z.object({ id }) })
    .nullish()
    .catch(null),
})

export interface ReadReport {
  report: ZReport
  /** An X-report is an intermediate one, and a report whose transaction failed is none yet. */
  is_z: boolean
  /** The provider's id of its register; null: missing. */
  register_id: string | null
}

/** null: it is no report, or a part of it cannot be understood. */
export function fromReport(json: unknown): ReadReport | null {
  const told = Report.safeParse(json).data
  if (told === undefined) return null
  return {
    report: {
      id: told.id,
      serial: told.serial,
      shift_id: told.shift_id,
      fiscal_code: told.fiscal_code,
      closed_at: told.fiscal_date ?? told.created_at,
      sell_count: told.sell_receipts_count,
      return_count: told.return_receipts_count,
      payments: told.payments,
    },
    is_z: told.is_z_report && told.transaction_fail !== true,
    register_id: told.shift?.cash_register.id ?? null,
  }
}
