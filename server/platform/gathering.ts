/** Longer than any question takes that is gathered: something stands still, such as a connection that leads nowhere. */
const patienceMs = 2_000

interface Gathered<Key, Answer> {
  keys: Set<Key>
  answer: Promise<Answer>
}

/**
 * Many who ask at the same time are asked for together. Who comes while an answer is awaited waits for it to end, and then
 * shares the next one with all who came meanwhile: never the one under way, which may be older than what they know. Nobody begins to wait
 * for a question that stands still.
 */
export function createGathering<Key, Answer>(ask: (keys: Key[]) => Promise<Answer>): (key: Key) => Promise<Answer> {
  let asking: { since: number; done: Promise<void> } | null = null
  let next: Gathered<Key, Answer> | null = null

  function askFor(keys: Iterable<Key>): Promise<Answer> {
    const answer = ask([...keys])
    const end = () => {
      if (asking === current) asking = null
    }
    const current = { since: performance.now(), done: answer.then(end, end) }
    asking = current
    return answer
  }

  function gatherAfter(done: Promise<void>): Gathered<Key, Answer> {
    const keys = new Set<Key>()
    const answer = done.then(() => {
      if (next === gathered) next = null
      return askFor(keys)
    })
    const gathered = { keys, answer }
    return gathered
  }

  return (key) => {
    if (asking === null) return askFor([key])
    if (performance.now() - asking.since >= patienceMs) {
      next = null
      return askFor([key])
    }
    next ??= gatherAfter(asking.done)
    next.keys.add(key)
    return next.answer
  }
}
