import { createContext, use, useSyncExternalStore } from 'react'
import type { User } from '#/contract/auth.ts'
import { onSessionChange, sessionState } from './session-state.ts'

export const useSession = () => useSyncExternalStore(onSessionChange, sessionState)

export const UserContext = createContext<User | null>(null)

/** The person logged in; for everything inside AppShell. */
export function useUser(): User {
  const user = use(UserContext)
  if (user === null) throw new Error('useUser outside of AppShell')
  return user
}
