import { argon2, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Explained } from '../platform/explained.ts'
import { parseJson } from '../platform/parse-json.ts'
import { randomSecret } from '../platform/random.ts'

/**
 * Encrypts a file with a passphrase: one line of JSON that says how the key is derived, then AES-256-GCM in chunks of
 * 64 KiB. The nonce of a chunk is its number and whether it is the last (the STREAM construction, as in age), so chunks
 * that were swapped, repeated or cut off do not open. The line itself is part of the key.
 */
export interface Lock {
  header: Buffer
  key: Buffer
}

const chunkBytes = 64 * 1024
const tagBytes = 16
const headerBytes = 512

/** The bounds are for reading: a crafted header must cost neither all memory nor minutes. */
const Header = z.strictObject({
  kasyr: z.literal('backup'),
  format: z.literal(2),
  kdf: z.literal('argon2id'),
  memory_kib: z.int().min(19_456).max(262_144),
  passes: z.int().min(1).max(8),
  salt: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
})
type Header = z.infer<typeof Header>

export function newLock(passphrase: string): Promise<Lock> {
  const salt = randomSecret(16).toString('base64url')
  const header: Header = { kasyr: 'backup', format: 2, kdf: 'argon2id', memory_kib: 65_536, passes: 3, salt }
  return derive(passphrase, header, Buffer.from(`${JSON.stringify(header)}\n`))
}

/** The lock of a file, or null for a file that is not encrypted. */
export async function openLock(path: string, passphrase: string | null): Promise<Lock | null> {
  const beginning = await buffer(createReadStream(path, { end: headerBytes - 1 }))
  if (!beginning.toString('latin1').startsWith('{')) return null
  const bytes = beginning.subarray(0, beginning.indexOf('\n') + 1)
  const header = Header.safeParse(parseJson(bytes.toString('utf8'))).data
  if (header === undefined)
    throw new Explained(`файл ${path} пошкоджено, або його зробила новіша версія Касира. Нічого не змінено.`)
  if (passphrase === null)
    throw new Explained(
      `копію ${path} зашифровано. Вкажіть у KASYR_BACKUP_PASSPHRASE пароль, з яким її зроблено. Нічого не змінено.`,
    )
  return derive(passphrase, header, bytes)
}

async function derive(passphrase: string, { memory_kib, passes, salt }: Header, header: Buffer): Promise<Lock> {
  const stretched = await promisify(argon2)('argon2id', {
    // NFC, so that «й» typed on another keyboard is the same letter.
    message: passphrase.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64url'),
    parallelism: 1,
    tagLength: 32,
    memory: memory_kib,
    passes,
  })
  return { header, key: Buffer.from(hkdfSync('sha256', stretched, header, 'kasyr backup stream, format 2', 32)) }
}

export async function* encrypted({ header, key }: Lock, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield header
  for await (const { bytes, number, isLast } of inChunks(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** `source` begins after the header. */
export async function* decrypted(
  { key }: Lock,
  source: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes, number, isLast } of inChunks(source, chunkBytes + tagBytes)) {
    try {
      const end = Math.max(bytes.length - tagBytes, 0)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(end))
      yield Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
    } catch (error) {
      throw new Explained(
        number === 0
          ? `пароль у KASYR_BACKUP_PASSPHRASE не підходить до копії ${path}, або її змінено чи пошкоджено. Нічого не змінено.`
          : `копію ${path} змінено або пошкоджено. Нічого не змінено.`,
        { cause: error },
      )
    }
  }
}

interface Chunk {
  bytes: Buffer
  number: number
  isLast: boolean
}

/** A chunk is known to be the last one when nothing follows it. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Chunk> {
  let held = Buffer.alloc(0)
  let number = 0
  for await (const piece of source) {
    held = Buffer.concat([held, piece])
    for (; held.length > size; number += 1) {
      yield { bytes: held.subarray(0, size), number, isLast: false }
      held = held.subarray(size)
    }
  }
  yield { bytes: held, number, isLast: true }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
