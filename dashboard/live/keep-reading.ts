import { readStream } from './read-stream.ts'
import type { Frame } from './frames.ts'

interface Listener {
  onAlive(): void
  onFrame(frame: Frame): void
  /** It could not be opened again: what is on screen grows old. */
  onLost(): void
}

const longestPauseMs = 15_000

/**
 * Reads the stream again and again until `stop`. The server ends it when it restarts and when the session is over; after a
 * restart the page comes back at once and asks for what it missed, so that no person notices.
 */
export async function keepReading(lastId: () => string | null, stop: AbortSignal, listener: Listener): Promise<void> {
  let failures = 0
  const onAlive = () => {
    failures = 0
    listener.onAlive()
  }
  while (!stop.aborted) {
    const broken = new AbortController()
    const onOffline = () => {
      failures = Math.max(failures, 1)
      broken.abort()
    }
    addEventListener('offline', onOffline)
    await readStream(lastId(), AbortSignal.any([stop, broken.signal]), { onBytes: onAlive, onFrame: listener.onFrame })
    removeEventListener('offline', onOffline)
    if (stop.aborted) return
    failures += 1
    if (failures > 1) listener.onLost()
    await pause(pauseMs(failures), stop)
  }
}

/** 0.2 s, then 1, 2, 4, 8 and 15, each a bit less by chance: after a restart not all screens come in one moment. */
const pauseMs = (failures: number): number =>
  Math.min(longestPauseMs, failures === 1 ? 200 : 1000 * 2 ** (failures - 2)) * (0.7 + Math.random() * 0.3)

/** Cut short when the computer finds its network again. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    stop.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      stop.removeEventListener('abort', end)
      resolve()
    }
  })
}
