import { z } from 'zod'

/**
 * A backup is a .tar.gz: first what it is (`manifest.json`), then the key file unless it was left out, then every table as
 * PostgreSQL's COPY gives it, in pieces and in an order in which each row finds those it refers to, and last the sums
 * (`sums.json`). Without the sums it is not whole.
 */
export const names = {
  manifest: 'manifest.json',
  keys: 'keys/encryption.keys',
  sums: 'sums.json',
  piece: (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}`,
} as const

export const tableOfPiece = (name: string): string | null => /^tables\/([a-z_]+)\/\d{6}$/.exec(name)?.[1] ?? null

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/)

export const Table = z.object({ name: Name, columns: z.array(Name).min(1) })
export type Table = z.infer<typeof Table>

export const format = 1

export const Manifest = z.object({
  format: z.literal(format),
  made_at: z.iso.datetime(),
  /** The last migration of the database it was made of. */
  migration: z.string(),
  tables: z.array(Table),
})
export type Manifest = z.infer<typeof Manifest>

export const Sums = z.record(Name, z.object({ rows: z.int(), sha256: z.string() }))
export type Sums = z.infer<typeof Sums>

export const countRows = (sums: Sums): number => Object.values(sums).reduce((count, { rows }) => count + rows, 0)

/**
 * What belongs to the running service and not to the shop: whoever is logged in logs in again, or a backup would bring
 * back sessions that were ended since.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'sessions',
  'refresh_tokens',
  'login_failures',
  'passkey_challenges',
  'events',
  'audit_checkpoints',
])
