import { sql } from 'kysely'
import type { AddedPasskey, PasskeyOptions, SecondFactorSetup } from '#/contract/second-factor.ts'
import { newRecoveryCodes, recoveryHash } from '#/server/auth/codes/codes.ts'
import { ApiClient } from '../support/api-client.ts'
import { aUser, somePassword } from '../support/people.ts'
import { codeOf } from '../support/second-factor.ts'
import { createSoftwarePasskey } from '../support/software-passkey.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Operation } from './operations.ts'

/** A case of these changes what its person must prove, so that no other case may act in their name afterwards. */
export const isOfFactors = ({ method, path }: Operation): boolean =>
  method !== 'GET' && /^\/api\/v1\/auth\/(second-factor|passkeys)(?!\/options)/.test(path)

/**
 * A code, a passkey and the answer to a challenge cannot be guessed, and some calls want a person who has a factor. What a
 * case names is made right before it is sent, for the person who sends it.
 */
export function groundForFactors(kasyr: TestApp) {
  const { app, db, url } = kasyr

  async function giveAuthenticator(userId: string): Promise<void> {
    await sql`insert into authenticators (user_id, secret, created_at, confirmed_at)
              values (${userId}, 'unreadable', now(), now()) on conflict do nothing`.execute(db)
    await sql`update sessions set second_factor = 'authenticator', second_factor_at = clock_timestamp()
              where user_id = ${userId}`.execute(db)
  }

  /** A recovery code that counts once, of a person who has a factor. */
  async function aCode(userId: string): Promise<{ code: string }> {
    const code = newRecoveryCodes()[0] ?? ''
    await db
      .insertInto('recovery_codes')
      .values({ user_id: userId, code_hash: recoveryHash(userId, code), used_at: null })
      .execute()
    return { code }
  }

  const idOf = async (login: string): Promise<string> =>
    (await db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow()).id

  /** A passkey that its browser has made, but the service has not seen. */
  async function aNewPasskey(client: ApiClient) {
    const passkey = createSoftwarePasskey(new URL(url).origin)
    const { body } = await client.post<PasskeyOptions>('/auth/passkeys/options')
    const { challenge_id } = body
    return { passkey, challenge_id, credential: passkey.create(body.options) }
  }

  async function anAddedPasskey(client: ApiClient) {
    const { passkey, challenge_id, credential } = await aNewPasskey(client)
    const { body } = await client.post<AddedPasskey>('/auth/passkeys', { challenge_id, name: 'Ноутбук', credential })
    return { passkey, id: body.passkey.id }
  }

  async function aPasskeyLogin() {
    const { login } = await aUser(kasyr)
    const { passkey } = await anAddedPasskey(await new ApiClient(url).logIn(login, somePassword))
    const { body } = await new ApiClient(url).post<PasskeyOptions>('/auth/passkey-login/options')
    return { challenge_id: body.challenge_id, credential: JSON.stringify(passkey.get(body.options)) }
  }

  return async (
    { method, path }: Operation,
    actor: { login: string; client: ApiClient },
  ): Promise<Record<string, string>> => {
    const client = new ApiClient(url, { access_token: actor.client.token ?? '' })
    const route = `${method} ${path.replace('/api/v1', '')}`
    if (route === 'POST /auth/second-factor/confirm') {
      const { body } = await client.post<SecondFactorSetup>('/auth/second-factor')
      return { code: codeOf(body.secret, app.clock) }
    }
    if (route === 'DELETE /auth/second-factor' || route === 'POST /auth/second-factor/recovery-codes') {
      await giveAuthenticator(await idOf(actor.login))
      return aCode(await idOf(actor.login))
    }
    if (route === 'POST /auth/passkeys') {
      const { challenge_id, credential } = await aNewPasskey(client)
      return { challenge_id, credential: JSON.stringify(credential) }
    }
    if (route === 'DELETE /auth/passkeys/{id}')
      return { '{id}': (await anAddedPasskey(client)).id, ...(await aCode(await idOf(actor.login))) }
    if (route === 'POST /auth/passkey-login') return aPasskeyLogin()
    if (route === 'POST /users/{id}/second-factor-reset') {
      const { id } = await aUser(kasyr)
      await giveAuthenticator(id)
      return { '{id}': id }
    }
    return {}
  }
}
