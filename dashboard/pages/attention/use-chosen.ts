import { useCallback, useState } from 'react'

/** Kinds of trouble of which many can be settled together. */
type Kind = 'received' | 'failed' | 'waiting' | 'orphans'

export interface Choosing {
  kind: Kind
  keys: ReadonlySet<string>
  /** The same function for as long as the page is there: rows that have not changed are not drawn again. */
  choose: (kind: Kind, keys: readonly string[], isChosen: boolean) => void
  clear: () => void
}

export type Chosen = (kind: Kind) => Choosing

const none: ReadonlySet<string> = new Set()

/** What is chosen to be settled together is of one kind: choosing in another list leaves the first. */
export function useChosen(): Chosen {
  const [chosen, setChosen] = useState<{ kind: Kind; keys: ReadonlySet<string> } | null>(null)
  const clear = useCallback(() => setChosen(null), [])
  const choose = useCallback((kind: Kind, changed: readonly string[], isChosen: boolean) => {
    setChosen((before) => {
      const keys = new Set(before?.kind === kind ? before.keys : none)
      for (const key of changed) {
        if (isChosen) keys.add(key)
        else keys.delete(key)
      }
      return { kind, keys }
    })
  }, [])
  return (kind) => ({ kind, keys: chosen?.kind === kind ? chosen.keys : none, choose, clear })
}
