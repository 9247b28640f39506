import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { z } from 'zod'
import { Explained } from '../platform/explained.ts'
import { limits } from './manifest.ts'
import { decrypted, encrypted, type Lock } from './passphrase-lock.ts'

export interface Entry {
  name: string
  content: Buffer
  /** null: it has none. */
  seal: string | null
}

/** Appears under its name only when it is whole and on the disk; until then it is a draft beside it. */
export async function writeBackupFile(path: string, lock: Lock | null, entries: AsyncIterable<Entry>): Promise<void> {
  if (existsSync(path)) throw new Explained(`файл ${path} уже є; вкажіть інший.`)
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  const archive = pack()
  const locking = (source: AsyncIterable<Buffer>) => (lock === null ? source : encrypted(lock, source))
  const file = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
  const writing = pipeline(archive, createGzip(), locking, file)
  // The loop below handles the rejection; meanwhile it must not count as unhandled.
  writing.catch(() => undefined)
  try {
    for await (const entry of entries) await Promise.race([put(archive, entry), failureOf(writing)])
    archive.finalize()
    await writing
    renameSync(draft, path)
  } catch (error) {
    archive.destroy()
    await writing.catch(() => undefined)
    rmSync(draft, { force: true })
    throw error
  }
}

/** The seal stands in the comment that a tar header may carry (pax), so the content is what COPY gave and nothing else. */
const put = (archive: Pack, { name, content, seal }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    const header = { name, mode: 0o600, pax: { comment: seal } }
    archive.entry(header, content, (error) => (error ? reject(error) : resolve()))
  })

const Sealed = z.object({ pax: z.object({ comment: z.string() }) })

/** A full disk ends the writing, and no reader would take the next entry any more. */
const failureOf = (writing: Promise<void>): Promise<never> =>
  writing.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error),
  )

/**
 * Entry by entry, each whole in memory. The reader asks for the next one when it has accepted the last: what a few
 * kilobytes unpack to between two entries is bounded, whatever the headers say.
 */
export async function* readBackupFile(path: string, lock: Lock | null): AsyncGenerator<Entry> {
  const archive = extract()
  const unpacked = createMeter()
  const bytes = createReadStream(path, { start: lock?.header.length ?? 0 })
  const source = lock === null ? bytes : decrypted(lock, bytes, path)
  const reading = pipeline(source, createGunzip(), unpacked.meter, archive)
  reading.catch(() => undefined)
  let entries = 0
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header
      entries += 1
      if (type !== 'file' || size > limits.entryBytes || entries > limits.entries) throw new Error('no entry of ours')
      const seal = Sealed.safeParse(entry.header).data?.pax.comment ?? null
      yield { name, content: await buffer(entry), seal }
      unpacked.accept()
    }
    await reading
  } catch (error) {
    archive.destroy()
    const causes = [error, await reading.catch((cause: unknown) => cause)]
    const told = causes.find((cause) => cause instanceof Explained)
    throw told ?? new Explained(`файл ${path} пошкоджено, або це не копія Касира. Нічого не змінено.`, { cause: error })
  } finally {
    archive.destroy()
  }
}

function createMeter() {
  let sinceAccepted = 0
  let total = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sinceAccepted += chunk.length
      total += chunk.length
      // An entry, its headers, and what the streams hold between them.
      const isTooMuch = sinceAccepted > limits.entryBytes + 1024 * 1024 || total > limits.totalBytes
      done(isTooMuch ? new Error('it unpacks to too much') : null, chunk)
    },
  })
  return { meter, accept: () => (sinceAccepted = 0) }
}
