/**
 * Many who ask at the same time are asked for together. Who comes while an answer is awaited waits for it to end, and then
 * shares the next one with all who came meanwhile: never the one under way, which may be older than what they know.
 */
export function createGathering<Key, Answer>(ask: (keys: Key[]) => Promise<Answer>): (key: Key) => Promise<Answer> {
  let asking: Promise<unknown> | null = null
  let next: { keys: Set<Key>; answer: Promise<Answer> } | null = null

  function askFor(keys: Iterable<Key>): Promise<Answer> {
    const answer = ask([...keys])
    const end = () => {
      if (asking === done) asking = null
    }
    const done = answer.then(end, end)
    asking = done
    return answer
  }

  function gather(current: Promise<unknown>): { keys: Set<Key>; answer: Promise<Answer> } {
    const keys = new Set<Key>()
    const answer = current.then(() => {
      next = null
      return askFor(keys)
    })
    return { keys, answer }
  }

  return (key) => {
    if (asking === null) return askFor([key])
    next ??= gather(asking)
    next.keys.add(key)
    return next.answer
  }
}
