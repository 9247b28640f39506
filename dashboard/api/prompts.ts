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
export type Prompt =
  | { kind: 'password'; with_factor: boolean; answer: (proven: boolean) => void }
  | { kind: 'second-factor' }
  | { kind: 'recovery-codes'; codes: readonly string[] }

let prompts: readonly Prompt[] = []
const listeners = new Set<() => void>()

function become(next: readonly Prompt[]): void {
  prompts = next
  for (const listener of listeners) listener()
}

export const usePrompts = (): readonly Prompt[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prompts,
  )

export const dismissPrompt = (prompt: Prompt): void => become(prompts.filter((one) => one !== prompt))

let proof: Promise<boolean> | null = null

/** Several changes that are refused at once wait for one password. */
export function askPassword(with_factor = false): Promise<boolean> {
  proof ??= new Promise<boolean>((resolve) => {
    const prompt: Prompt = {
      kind: 'password',
      with_factor,
      answer: (proven) => {
        proof = null
        dismissPrompt(prompt)
        resolve(proven)
      },
    }
    become([...prompts, prompt])
  })
  return proof
}

export function offerSecondFactor(): void {
  if (!prompts.some(({ kind }) => kind === 'second-factor')) become([...prompts, { kind: 'second-factor' }])
}

export const showRecoveryCodes = (codes: readonly string[]): void =>
  become([...prompts, { kind: 'recovery-codes', codes }])

// Nothing of the person who has left may stay in memory.
onSessionChange(() => {
  if (sessionState().phase !== 'anonymous') return
  for (const prompt of prompts) if (prompt.kind === 'password') prompt.answer(false)
  become([])
})
