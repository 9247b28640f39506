import { roles, type Role } from '#/contract/permissions.ts'
import type { User } from '#/contract/auth.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, somePassword } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Who } from './requests.ts'

export interface Person {
  login: string
  client: ApiClient
}

export interface People {
  /** The person for a caller without a role: one account must be able to log in and refresh. */
  behind(who: Who): Promise<Person>
  /** Something was changed: the next person is checked first. */
  doubt(): void
  /** A person who changed their own password or logged out is useless here; another one takes over. */
  replace(who: Who): void
}

/** Cases end sessions, take rights and disable people. There is always one of each role who can still do their work. */
export function keepPeople(kasyr: TestApp): People {
  const people = new Map<Role, Person>()
  const doubtful = new Set<Role>()

  async function arrive(role: Role): Promise<Person> {
    const { login } = await aUser(kasyr, role)
    // The fuzz fails to log in all the time; that must slow down only the fuzz.
    await kasyr.db.deleteFrom('login_failures').execute()
    const person = { login, client: await kasyr.anonymous.logIn(login, somePassword) }
    // What is one's own must be there to be deleted.
    await person.client.post('/views', { name: 'Щодня', search: { tab: 'received' } })
    people.set(role, person)
    return person
  }

  async function isStill(role: Role, { client }: Person): Promise<boolean> {
    const { status, body } = await client.get<User>('/auth/me')
    return status === 200 && body.role === role && !body.must_change_password
  }

  return {
    async behind(who) {
      const role = roleOf(who)
      const person = people.get(role)
      if (!person) return arrive(role)
      if (doubtful.delete(role) && !(await isStill(role, person))) return arrive(role)
      return person
    },
    doubt: () => {
      for (const role of roles) doubtful.add(role)
    },
    replace: (who) => people.delete(roleOf(who)),
  }
}

const roleOf = (who: Who): Role => (who === 'anonymous' || who === 'garbage' ? 'cashier' : who)
