import { useSyncExternalStore } from 'react'
import { onSessionChange, sessionState } from './session-state.ts'

/**
 * What is asked or shown over any page, whatever dialog is open there.
 *
 * - `password`: the server wants the password again before an important change, `with_factor` also the second factor
 * there is; `answer`
 * says whether it was proven.
 * - `second-factor`: the server refuses the change until the person has set up a second factor.
 * - `recovery-codes`: the server tells new recovery codes once, so they outlive the page that asked for them.
 */
export type Ask =
  | { kind: 'password'; with_factor: boolean; answer: (proven: boolean) => void }
  | { kind: 'second-factor' }
  | { kind: 'recovery-codes'; codes: readonly string[] }

let asks: readonly Ask[] = []
const listeners = new Set<() => void>()

function become(next: readonly Ask[]): void {
  asks = next
  for (const listener of listeners) listener()
}

export const useAsks = (): readonly Ask[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asks,
  )

export const dismissAsk = (ask: Ask): void => become(asks.filter((one) => one !== ask))

let proof: Promise<boolean> | null = null

/** Several changes that are refused at once wait for one password. */
export function askPassword(with_factor = false): Promise<boolean> {
  proof ??= new Promise<boolean>((resolve) => {
    const ask: Ask = {
      kind: 'password',
      with_factor,
      answer: (proven) => {
        proof = null
        dismissAsk(ask)
        resolve(proven)
      },
    }
    become([...asks, ask])
  })
  return proof
}

export function offerSecondFactor(): void {
  if (!asks.some(({ kind }) => kind === 'second-factor')) become([...asks, { kind: 'second-factor' }])
}

export const showRecoveryCodes = (codes: readonly string[]): void =>
  become([...asks, { kind: 'recovery-codes', codes }])

// Nothing of the person who has left may stay in memory.
onSessionChange(() => {
  if (sessionState().phase !== 'anonymous') return
  for (const ask of asks) if (ask.kind === 'password') ask.answer(false)
  become([])
})
