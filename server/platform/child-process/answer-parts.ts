/** What the child says of the work it was given. */
export type Said<Result> = { ok: true; value: Result } | { ok: false; fault: string }

/** What the child is sent: the parts of one work, one after another, and their end. */
export type Sent<Part> = { part: Part } | 'that is all'

export interface PartWork<Part, Result> {
  take(part: Part): void
  finish(): Promise<Result>
}

/** The side of the child: takes the parts of one work as they come, answers once, and waits for the next. */
export function answerParts<Part, Result>(begin: () => PartWork<Part, Result>): void {
  let work = begin()
  process.on('message', (message: Sent<Part>) => {
    if (message !== 'that is all') return work.take(message.part)
    const { finish } = work
    work = begin()
    void answer(finish)
  })
  // The service has ended, or is done with this child. Ctrl+C is for the service alone, which lets its files be finished.
  process.on('disconnect', () => process.exit())
  process.on('SIGINT', () => undefined)
}

async function answer<Result>(finish: () => Promise<Result>): Promise<void> {
  const said: Said<Result> = await finish().then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  process.send?.(said)
}
