import { useState } from 'react'

/** Kinds of trouble of which many can be settled together. */
type Kind = 'received' | 'failed' | 'waiting' | 'orphans'

export interface Choosing {
  keys: ReadonlySet<string>
  choose: (keys: readonly string[], isChosen: boolean) => void
  clear: () => void
}

export type Chosen = (kind: Kind) => Choosing

const none: ReadonlySet<string> = new Set()

/** What is chosen to be settled together is of one kind: choosing in another list leaves the first. */
export function useChosen(): Chosen {
  const [chosen, setChosen] = useState<{ kind: Kind; keys: ReadonlySet<string> } | null>(null)
  return (kind) => {
    const keys = chosen?.kind === kind ? chosen.keys : none
    return {
      keys,
      choose: (changed, isChosen) => {
        const next = new Set(keys)
        for (const key of changed) {
          if (isChosen) next.add(key)
          else next.delete(key)
        }
        setChosen({ kind, keys: next })
      },
      clear: () => setChosen(null),
    }
  }
}
