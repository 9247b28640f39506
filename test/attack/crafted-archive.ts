import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { names, type Sums } from '#/server/backup/manifest.ts'
import { decrypted, encrypted, newLock, openLock } from '#/server/backup/passphrase-lock.ts'
import { startChain } from '#/server/backup/seal-chain.ts'
import { parseKeyring, type Key } from '#/server/platform/encryption/keyring.ts'

/** An entry of a backup as an attacker handles it. */
export interface Crafted {
  name: string
  content: Buffer
  seal: string | null
  type?: 'file' | 'symlink' | 'link' | 'character-device' | 'block-device' | 'fifo' | 'directory'
}

const Sealed = z.object({ pax: z.object({ comment: z.string() }) })

export async function unpack(bytes: Buffer): Promise<Crafted[]> {
  const archive = extract()
  archive.end(gunzipSync(bytes))
  const entries: Crafted[] = []
  for await (const entry of archive) {
    const seal = Sealed.safeParse(entry.header).data?.pax.comment ?? null
    entries.push({ name: entry.header.name, content: await buffer(entry), seal })
  }
  return entries
}

export async function packed(entries: readonly Crafted[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content, seal, type = 'file' } of entries) {
    const header = { name, type, mode: 0o600, ...(seal !== null && { pax: { comment: seal } }) }
    const isLink = type === 'symlink' || type === 'link'
    if (type === 'file') archive.entry(header, content)
    else archive.entry({ ...header, ...(isLink && { linkname: '/etc/passwd' }) })
  }
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** As an attacker with the key would do it: what is refused then is refused for what it is, not for its seal. */
export function resealed(entries: readonly Crafted[], key: Key): Crafted[] {
  const sealOf = startChain(key)
  return entries.map((entry) => ({ ...entry, seal: sealOf(entry.name, entry.content) }))
}

export function firstKey(text: string): Key {
  const keyring = parseKeyring(text.trim())
  if ('problem' in keyring) throw new Error(keyring.problem)
  return keyring[0]
}

const AnySums = z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() }))
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const textOf = (entries: readonly Crafted[], name: string): string =>
  entries.find((entry) => entry.name === name)?.content.toString() ?? ''

/** Also of one that is none of ours. */
const AnyManifest = z.looseObject({ tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })) })

export const manifestOf = (entries: readonly Crafted[]): z.infer<typeof AnyManifest> =>
  AnyManifest.parse(JSON.parse(textOf(entries, names.manifest)))

export const withManifest = (entries: readonly Crafted[], manifest: unknown): Crafted[] =>
  withContent(entries, names.manifest, json(manifest))

/** Another content of a table, in one piece, and sums that fit it. A table that was not there comes last. */
export function withRows(entries: readonly Crafted[], table: string, change: (rows: string) => string): Crafted[] {
  const isPiece = ({ name }: Crafted) => name.startsWith(`tables/${table}/`)
  const before = Buffer.concat(entries.filter(isPiece).map(({ content }) => content)).toString()
  const content = Buffer.from(change(before))
  const sums: Sums = AnySums.parse(JSON.parse(textOf(entries, names.sums)))
  const rows = content.toString().split('\n').length - 1
  sums[table] = { rows, sha256: createHash('sha256').update(content).digest('hex') }
  const place = manifestOf(entries).tables.findIndex(({ name }) => name === table)
  const later = new Set(
    manifestOf(entries)
      .tables.slice(place + 1)
      .map(({ name }) => name),
  )
  const others = entries.filter((entry) => !isPiece(entry) && entry.name !== names.sums)
  const next = others.findIndex(({ name }) => place >= 0 && later.has(name.split('/')[1] ?? ''))
  const piece: Crafted = { name: names.piece(table, 1), content, seal: null }
  const at = next < 0 ? others.length : next
  return [...others.slice(0, at), piece, ...others.slice(at), { name: names.sums, content: json(sums), seal: null }]
}

/** Another content under the same name and seal. */
export const withContent = (entries: readonly Crafted[], name: string, content: Buffer): Crafted[] =>
  entries.map((entry) => (entry.name === name ? { name, content, seal: entry.seal } : entry))

export const withoutSeals = (entries: readonly Crafted[]): Crafted[] =>
  entries.map(({ name, content }) => ({ name, content, seal: null }))

/** A table more in manifest, pieces and sums. */
export function withTable(entries: readonly Crafted[], name: string, columns: string[], rows: string): Crafted[] {
  const manifest = manifestOf(entries)
  const added = withManifest(entries, { ...manifest, tables: [...manifest.tables, { name, columns }] })
  return withRows(added, name, () => rows)
}

export async function locked(bytes: Buffer, passphrase: string): Promise<Buffer> {
  const lock = await newLock(passphrase)
  return Buffer.concat(await Array.fromAsync(encrypted(lock, inPieces(bytes))))
}

export async function unlocked(path: string, passphrase: string): Promise<Buffer> {
  const lock = await openLock(path, passphrase)
  if (lock === null) throw new Error('not encrypted')
  const body = readFileSync(path).subarray(lock.header.length)
  return Buffer.concat(await Array.fromAsync(decrypted(lock, inPieces(body), path)))
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield await Promise.resolve(bytes.subarray(at, at + 50_000))
}

/** The header of a tar entry that promises `size` bytes and is of a type. */
export async function tarHeader(name: string, size: number, type: '0' | 'x'): Promise<Buffer> {
  const header = gunzipSync(await packed([{ name, content: Buffer.alloc(0), seal: null }])).subarray(0, 512)
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write(type, 156)
  header.write(' '.repeat(8), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Gzip members one behind the other unpack to one stream: 16 GiB of zeros in 16 MiB. */
export function zeros(gibibytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(8 * 1024 * 1024))
  return Buffer.concat(Array.from({ length: gibibytes * 128 }, () => member))
}
