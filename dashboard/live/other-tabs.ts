import type { Frame } from './frames.ts'

/** One tab of a browser reads the stream and tells the others; HTTP/1.1 gives all tabs together six connections to a server. */
export type LiveMessage =
  | { kind: 'frame'; frame: Frame }
  /** The stream is open and has just said something. */
  | { kind: 'alive' }
  | { kind: 'lost' }
  /** A tab that was opened asks how things are. */
  | { kind: 'hello' }

const channel = new BroadcastChannel('kasyr-live')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
export const tellTabs = (message: LiveMessage): void => channel.postMessage(message)

export function onLiveMessage(listener: (message: LiveMessage) => void): void {
  channel.addEventListener('message', (event: MessageEvent<LiveMessage>) => listener(event.data))
}

// Locks exist only on https and localhost. On plain http in a shop's own network every tab reads for itself.
const locks = 'locks' in navigator ? navigator.locks : null

export const tabsShareOneStream = locks !== null

/** Runs `work` once no other tab does; the next tab's turn comes when it ends, or when this tab is closed. */
export async function inTurn(stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (locks === null) return work()
  await locks.request('kasyr-live', { signal: stop }, work).catch((reason: unknown) => {
    if (!stop.aborted) throw reason
  })
}
