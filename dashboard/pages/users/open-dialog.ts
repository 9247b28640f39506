import type { User } from '#/contract/auth.ts'

/** What is open over the list. A password that was made is shown once and kept nowhere. */
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'switch' | 'reset' | 'factor' | 'sessions'; user: User }
  | { kind: 'password'; user: User; password: string }
