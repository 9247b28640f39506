import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { Explained } from '../platform/explained.ts'

export interface Entry {
  name: string
  content: Buffer
}

/** Appears under its name only when it is whole and on the disk; until then it is a draft beside it. */
export async function writeBackupFile(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  if (existsSync(path)) throw new Explained(`файл ${path} уже є; вкажіть інший.`)
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  const archive = pack()
  const writing = pipeline(archive, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
  // Told to whoever waits below; here it must only not go unheard meanwhile.
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

const put = (archive: Pack, { name, content }: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })

/** A full disk ends the writing, and nobody would take the next entry any more. */
const failureOf = (writing: Promise<void>): Promise<never> =>
  writing.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error),
  )

/** No piece of ours comes near it. */
const largestEntryBytes = 64 * 1024 * 1024

/** Entry by entry, each whole in memory. */
export async function* readBackupFile(path: string): AsyncGenerator<Entry> {
  if (!existsSync(path)) throw new Explained(`файлу ${path} немає.`)
  const archive = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  reading.catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header
      if (size > largestEntryBytes) throw new Error('an entry is too large')
      yield { name, content: await buffer(entry) }
    }
    await reading
  } catch (error) {
    if (error instanceof Explained) throw error
    throw new Explained(`файл ${path} пошкоджено, або це не копія Касира. Нічого не змінено.`, { cause: error })
  } finally {
    archive.destroy()
  }
}
