import { afterAll, beforeEach } from 'vitest'
import type { Role } from '#/contract/permissions.ts'
import { ApiClient } from '../support/api-client.ts'
import { aUser, somePassword } from '../support/people.ts'
import { createStandingClock, enrol, realCrm } from '../support/second-factor.ts'
import { createSoftwarePasskey } from '../support/software-passkey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

export const byName = ({ url }: TestApp) => url.replace('127.0.0.1', 'localhost')

/** Two processes on one database, of a real shop: admins are obliged to a second factor. Opened by name, for passkeys. Ends with the file. */
export async function startProofGround() {
  const clock = createStandingClock()
  const config = { crm: realCrm, second_factor: 'admins' as const }
  const one = await startTestApp({ clock, config })
  const { database_url, data_dir } = one.config
  const two = await startTestApp({ clock, config: { ...config, database_url, data_dir } })
  afterAll(async () => {
    await two.close()
    await one.close()
  })
  beforeEach(async () => {
    for (const { app } of [one, two]) app.mode = 'real'
    await one.db.deleteFrom('login_failures').execute()
  })
  const anonymous = new ApiClient(byName(one))

  return {
    ...{ clock, one, two, anonymous },
    newPasskey: () => createSoftwarePasskey(new URL(byName(one)).origin),

    /**
     * The owner of an account without a factor, and an attacker who has stolen the password: each in a session of their own.
     */
    async aRobbedPerson(role: Role = 'admin') {
      const { id, login } = await aUser(one, role)
      const owner = await anonymous.logIn(login, somePassword)
      const thief = await anonymous.logIn(login, somePassword)
      const thiefElsewhere = new ApiClient(byName(two), { access_token: thief.token ?? '' })
      return { id, login, owner, thief, thiefElsewhere }
    },

    /** A person with an app, and their session that has proved it. */
    async aProtectedPerson(role: Role = 'cashier') {
      const { id, login } = await aUser(one, role)
      const client = await anonymous.logIn(login, somePassword)
      return { id, login, client, ...(await enrol(client, clock)) }
    },
  }
}
