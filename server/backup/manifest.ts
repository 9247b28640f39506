import { z } from 'zod'

/**
 * A backup is a .tar.gz, encrypted as a whole when there is a passphrase: first what it is (`manifest.json`), then every
 * table as PostgreSQL's COPY gives it, in pieces and in an order in which each row finds those it refers to, and last the
 * sums (`sums.json`). Only an encrypted one may begin with the keys. Each entry carries a seal (`seal-chain.ts`).
 */
export const names = {
  keys: 'keys/encryption.keys',
  manifest: 'manifest.json',
  sums: 'sums.json',
  piece: (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}`,
} as const

const mebibyte = 1024 * 1024
/** A piece is cut after this much; what PostgreSQL sends at once comes on top, and is less than 1 MiB. */
export const pieceBytes = 4 * mebibyte
/** What a reader takes. A shop of ten years with 500 orders a day has about 10 GiB and 3,000 pieces. */
export const limits = { entryBytes: 8 * mebibyte, entries: 100_000, totalBytes: 64 * 1024 * mebibyte } as const

const Name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const isOnce = (list: readonly string[]): boolean => new Set(list).size === list.length

export const Table = z.strictObject({ name: Name, columns: z.array(Name).min(1).max(500).refine(isOnce) })
export type Table = z.infer<typeof Table>

export const format = 2

/** Of any version: enough to say which one it is. */
export const AnyFormat = z.object({ format: z.int() })

export const Manifest = z.strictObject({
  format: z.literal(format),
  /** No two backups begin with the same bytes, so entries of one have no valid seal in another. */
  id: z.uuid(),
  made_at: z.iso.datetime(),
  /** The name of the encryption key that the seals come from. */
  kid: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  /** The last migration of the database it was made of. */
  migration: z.string().regex(/^\d{4}_\w{1,100}$/),
  tables: z
    .array(Table)
    .min(1)
    .max(500)
    .refine((tables) => isOnce(tables.map(({ name }) => name))),
})
export type Manifest = z.infer<typeof Manifest>

export const Sums = z.record(Name, z.strictObject({ rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
export type Sums = z.infer<typeof Sums>

export const countRows = (sums: Sums): number => Object.values(sums).reduce((count, { rows }) => count + rows, 0)

/**
 * What belongs to the running service and not to the shop: a backup that had them would bring back sessions that were
 * ended since. And what is built from other rows: a restore builds it anew.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'sessions',
  'refresh_tokens',
  'login_failures',
  'passkey_challenges',
  'events',
  'audit_checkpoints',
  'order_documents',
])
