import { AppError, type ErrorCode } from '#/contract/errors.ts'
import { readCsv } from './csv-table.ts'
import { requireKind } from './kind-of-file.ts'
import type { Meter } from './limits.ts'
import { damaged } from './refusals.ts'
import type { Table } from './table.ts'
import { toPayout, type ReadPayout } from './table-to-payout.ts'
import { decodeText } from './text-decoding.ts'
import { readXlsx } from './xlsx-table.ts'

export type { ReadLine, ReadPayout } from './table-to-payout.ts'

export type Reading =
  | { ok: true; payout: ReadPayout }
  | { ok: false; refusal: { code: ErrorCode; params: Record<string, string | number> } }

/**
 * A payout list as NovaPay mails it, or its CSV: by content, never by name. Whatever the bytes are, the answer is a whole list or one
 * refusal. The meter counts how much was unpacked to find out.
 */
export async function readPayout(
  bytes: Uint8Array,
  fileName: string,
  meter: Meter = { inflated: 0 },
): Promise<Reading> {
  try {
    return { ok: true, payout: toPayout(await readTable(bytes, meter), fileName) }
  } catch (error) {
    // A library could not read the file; a person can do the same about it as about a damaged one.
    const { code, params } = error instanceof AppError ? error : damaged('його не вдалося прочитати')
    return { ok: false, refusal: { code, params: { ...params } } }
  }
}

async function readTable(bytes: Uint8Array, meter: Meter): Promise<Table> {
  if (requireKind(bytes) === 'xlsx') return readXlsx(bytes, meter)
  return { form: 'csv', rows: readCsv(decodeText(bytes)), notes: [] }
}
