import { queryOptions } from '@tanstack/react-query'
import type { User } from '#/contract/auth.ts'
import type { CreateUserRequest, EditUserRequest } from '#/contract/users.ts'
import { change, command, getJson } from './client.ts'

interface CreatedUser {
  user: User
  one_time_password?: string
}

/** A shop has a few people; should it ever have more than a page of them, all pages are read. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const users: User[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: { items: User[]; next_cursor: string | null } = await getJson(`/users?limit=200${place}`, signal)
      users.push(...page.items)
      cursor = page.next_cursor
    }
    return users
  },
})

/** Without a password the server makes a one-time one, and tells it this once. */
export const createUser = (user: Omit<CreateUserRequest, 'password'>): Promise<CreatedUser> =>
  change('POST', '/users', user)

export const editUser = (id: string, changes: EditUserRequest): Promise<User> =>
  change('PATCH', `/users/${id}`, changes)

export const resetPassword = (id: string): Promise<{ one_time_password: string }> =>
  change('POST', `/users/${id}/password-reset`)

/** Takes away the authenticator, the passkeys and the recovery codes: the password alone is enough to log in then. */
export const resetSecondFactor = (id: string): Promise<void> => command('POST', `/users/${id}/second-factor-reset`)

export const endSessionsOf = (id: string): Promise<void> => command('DELETE', `/users/${id}/sessions`)
