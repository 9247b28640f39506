import { Readable } from 'node:stream'

/** How many bytes may wait for a reader: a longer burst is replaced by «load afresh», which is shorter. */
const largestBacklogBytes = 256 * 1024

/** The text that goes to one reader of `GET /events`, however slowly it reads. */
export interface ReaderStream {
  stream: Readable
  write(text: string): void
  /** The last text: nothing is written after it. */
  end(): void
  /** A reader that has taken nothing since it fell behind is gone; it may reconnect and read what it missed. */
  dropIfGone(): void
}

/** `afresh` replaces everything that a slow reader has missed, as soon as it reads again. */
export function openReaderStream(afresh: () => string): ReaderStream {
  let over = false
  let fellBehind = false
  const stream = new Readable({
    read() {
      if (!fellBehind || over) return
      fellBehind = false
      stream.push(afresh())
    },
  })
  return {
    stream,
    write(text) {
      if (over || fellBehind || stream.destroyed) return
      if (stream.readableLength > largestBacklogBytes) fellBehind = true
      else stream.push(text)
    },
    end() {
      if (!over) stream.push(null)
      over = true
    },
    dropIfGone() {
      if (fellBehind) stream.destroy()
    },
  }
}
