import type { User } from '#/contract/auth.ts'
import { keep, recall } from '../browser/browser-memory.ts'
import { paths } from '../addresses/paths.ts'
import type { Grant } from './tabs.ts'

/**
 * The session of this tab.
 *
 * - `starting`: the page has just been opened and asks for an access token by the cookie. `problem` is why it could
 * not.
 * - `anonymous`: no person is logged in. `left` when the person logged out, here or in another tab; `reason` is the
 * server's sentence when it ended a session by itself.
 * - `active`: logged in; the token is renewed ahead of its end.
 * - `interrupted`: the session died under a working person. The page stays as it was below a login dialog, requests
 * wait, and everything goes on after login. `grant` is there once they have logged in with a one-time password and
 * must still choose their own.
 */
export type SessionState =
  | { phase: 'starting'; problem: unknown }
  | { phase: 'anonymous'; left: boolean; reason: string | null }
  | { phase: 'active'; user: User; grant: Grant }
  | { phase: 'interrupted'; user: User; grant: Grant | null; reason: string | null }

let state: SessionState = { phase: 'starting', problem: null }
const listeners = new Set<() => void>()

export const sessionState = (): SessionState => state

export const grantNow = (): Grant | null => ('grant' in state ? state.grant : null)

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves with the first value that `pick` finds in the state, now or later. */
export function until<Value>(pick: (current: SessionState) => Value | null): Promise<Value> {
  return new Promise((resolve) => {
    const stop = onSessionChange(look)
    look()
    function look() {
      const value = pick(state)
      if (value === null) return
      stop()
      resolve(value)
    }
  })
}

function become(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export const restart = (): void => become({ phase: 'starting', problem: null })

export const cannotStart = (problem: unknown): void => become({ phase: 'starting', problem })

export function adopt(grant: Grant): void {
  if ('user' in state && state.user.id !== grant.user.id) {
    // Another person has logged in in this browser: nothing of the former person's may stay in memory.
    location.assign(paths.home)
    return
  }
  mark(true)
  if (state.phase === 'interrupted' && grant.user.must_change_password) {
    become({ ...state, user: grant.user, grant })
  } else {
    become({ phase: 'active', user: grant.user, grant })
  }
}

/** The server has ended the session. */
export function end(reason: string): void {
  mark(false)
  if (state.phase === 'starting') become({ phase: 'anonymous', left: false, reason })
  if ('user' in state) become({ phase: 'interrupted', user: state.user, grant: null, reason })
}

/** The person has logged out. */
export function leave(): void {
  mark(false)
  become({ phase: 'anonymous', left: true, reason: null })
}

export const stayAnonymous = (): void => become({ phase: 'anonymous', left: false, reason: null })

// Scripts cannot see the cookie, so this mark tells a new tab whether asking for a token makes sense. It is a hint:
// a wrong one costs a refused request or one more login.
const markKey = 'kasyr-logged-in'

/** Without storage every new tab asks. */
export const isMarked = (): boolean => recall(markKey) !== null

const mark = (loggedIn: boolean): void => keep(markKey, loggedIn ? '1' : null)
