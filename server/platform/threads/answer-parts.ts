import { parentPort } from 'node:worker_threads'

/** What a thread says of the work it was given. */
export type Said<Result> = { ok: true; value: Result } | { ok: false; fault: string }

export interface PartWork<Part, Result> {
  take(part: Part): void
  finish(): Promise<Result>
}

/** The side of the thread: takes the parts of one work as they come, answers once, and waits for the next. */
export function answerParts<Part, Result>(begin: () => PartWork<Part, Result>): void {
  let work = begin()
  parentPort?.on('message', (message: { part: Part } | 'that is all') => {
    if (message !== 'that is all') return work.take(message.part)
    const { finish } = work
    work = begin()
    void answer(finish)
  })
}

async function answer<Result>(finish: () => Promise<Result>): Promise<void> {
  const said: Said<Result> = await finish().then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(said)
}
