import { setImmediate as turn } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { AppError } from '#/contract/errors.ts'
import { limits, type Meter } from './limits.ts'
import { damaged, tooLarge, unsafe } from './refusals.ts'

export interface Parts {
  /** In small letters: part names compare without regard to case (ECMA-376), and 1C writes xl/SharedStrings.xml. */
  names: readonly string[]
  read: (name: string) => AsyncIterable<string>
}

/** Looks at the directory of the archive only; a part is inflated while it is read, piece by piece. */
export async function openParts(bytes: Uint8Array, meter: Meter): Promise<Parts> {
  const zip = await asRefusal(() =>
    fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { validateEntrySizes: true }),
  )
  if (zip.entryCount > limits.parts) throw tooLarge('2\u00a0000 частин в архіві')
  const entries = await asRefusal(() => listEntries(zip))
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) throw damaged('однієї з його частин немає')
      return readPart(zip, entry, meter)
    },
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (entry.isEncrypted()) throw unsafe('його захищено паролем')
    // Two programs would read two different parts, so what one person sees another does not.
    if (entries.has(name)) throw unsafe('дві частини архіву мають одну назву')
    entries.set(name, entry)
  }
  return entries
}

const bytesBetweenTurns = 256 * 1024

async function* readPart(zip: ZipFile, entry: Entry, meter: Meter): AsyncGenerator<string> {
  let decode: TextDecoder | null = null
  let [sum, sinceTurn] = [0, 0]
  try {
    const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of chunks) {
      meter.inflated += chunk.length
      if (meter.inflated > limits.unpackedBytes) throw tooLarge('50\u00a0МБ у розпакованому вигляді')
      sum = crc32(chunk, sum)
      decode ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      yield decode.decode(chunk, { stream: true })
      sinceTurn += chunk.length
      if (sinceTurn < bytesBetweenTurns) continue
      sinceTurn = 0
      // A part that is not compressed comes without ever leaving the processor to others.
      await turn()
    }
    if (sum !== entry.crc32) throw damaged('контрольна сума частини архіву не збігається')
    yield decode?.decode() ?? ''
  } catch (error) {
    throw toRefusal(error)
  }
}

/** The markup of a spreadsheet is in UTF-8 or in UTF-16 with its mark. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}

async function asRefusal<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw toRefusal(error)
  }
}

/** The archive library tells its troubles in English sentences only. */
function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const message = error instanceof Error ? error.message : ''
  if (/^(absolute path|invalid relative path|invalid characters)/.test(message))
    return unsafe('частина архіву вказує за його межі')
  if (message.startsWith('strong encryption')) return unsafe('його захищено паролем')
  return damaged('архів усередині обірвано або змінено')
}
