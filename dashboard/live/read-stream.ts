import { replaceToken, tokenFor } from '../api/session.ts'
import { createFrameReader, type Frame } from './frames.ts'

const path = '/events'
/** The server says something every 15 seconds; a server that is silent twice is gone, even if the connection seems open. */
const longestSilenceMs = 35_000

interface Listener {
  /** Anything came, if only a sign of life. */
  onBytes(): void
  onFrame(frame: Frame): void
}

/** Reads the stream until it ends, breaks or falls silent. Never rejects; whether it was any good, the listener knows. */
export async function readStream(lastId: string | null, stop: AbortSignal, listener: Listener): Promise<void> {
  const silence = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const awaitBytes = () => {
    clearTimeout(watch)
    watch = setTimeout(() => silence.abort(), longestSilenceMs)
  }
  try {
    const body = await open(lastId, AbortSignal.any([stop, silence.signal]), awaitBytes)
    if (body === null) return
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    const read = createFrameReader(listener.onFrame)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      awaitBytes()
      listener.onBytes()
      read(value)
    }
  } catch {
    // Broken off, refused, or no server: it is tried again in any case.
  } finally {
    clearTimeout(watch)
  }
}

/** EventSource cannot carry a token in a header, so the stream is fetched. */
async function open(
  lastId: string | null,
  signal: AbortSignal,
  onAsked: () => void,
): Promise<ReadableStream<BufferSource> | null> {
  for (const isLastTry of [false, true]) {
    const token = await tokenFor(path)
    onAsked()
    const response = await fetch(`/api/v1${path}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal,
    })
    if (response.ok) return response.body
    if (response.status !== 401 || isLastTry) return null
    await replaceToken(token)
  }
  return null
}
