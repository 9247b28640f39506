import type { TokenAnswer } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import type { Role } from '#/contract/permissions.ts'
import type { AddedPasskey, PasskeyOptions, SecondFactorState } from '#/contract/second-factor.ts'
import { ApiClient, type Answer } from './api-client.ts'
import { aUser, somePassword } from './people.ts'
import { createStandingClock } from './second-factor.ts'
import { createSoftwarePasskey, type SoftwarePasskey, type Twist } from './software-passkey.ts'
import { startTestApp } from './test-app.ts'

/** The service for one test file, opened by its name: browsers know no passkeys under a bare address. */
export async function startPasskeys() {
  const clock = createStandingClock()
  const kasyr = await startTestApp({ clock })
  const url = kasyr.url.replace('127.0.0.1', 'localhost')
  const anonymous = new ApiClient(url)
  const newPasskey = () => createSoftwarePasskey(new URL(url).origin)

  async function aPerson(role: Role = 'cashier') {
    const { id, login } = await aUser(kasyr, role)
    return { id, login, client: await anonymous.logIn(login, somePassword) }
  }

  async function aPersonWithPasskey() {
    const person = await aPerson()
    const passkey = newPasskey()
    const added = await addPasskey(person.client, passkey)
    if (added.status !== 201) throw new Error(`adding a passkey answered ${added.text}`)
    return { ...person, passkey, added: added.body }
  }

  return {
    clock,
    kasyr,
    url,
    anonymous,
    newPasskey,
    aPerson,
    aPersonWithPasskey,
    stateOf: async (client: ApiClient) => (await client.get<SecondFactorState>('/auth/second-factor')).body,
    loginOptions: async () => (await anonymous.post<PasskeyOptions>('/auth/passkey-login/options')).body,
  }
}

/** Shows a passkey beside the password, as the page of the own account does before a factor is taken away. */
export async function showPasskey(anonymous: ApiClient, passkey: SoftwarePasskey, twist: Twist = {}) {
  const { body } = await anonymous.post<PasskeyOptions>('/auth/passkey-login/options')
  return {
    password: somePassword,
    passkey: { challenge_id: body.challenge_id, credential: passkey.get(body.options, twist) },
  }
}

/** Goes through both steps of adding a passkey, as the page of the own account does. */
export async function addPasskey(
  client: ApiClient,
  passkey: SoftwarePasskey,
  twist: Twist = {},
): Promise<Answer<AddedPasskey & Problem>> {
  const { body } = await client.post<PasskeyOptions>('/auth/passkeys/options')
  const credential = passkey.create(body.options, twist)
  return client.post('/auth/passkeys', { challenge_id: body.challenge_id, name: 'Ноутбук', credential })
}

/** Asks for a challenge and answers it, as the login page does. */
export async function logInWithPasskey(
  anonymous: ApiClient,
  passkey: SoftwarePasskey,
  twist: Twist = {},
  headers: Record<string, string> = {},
): Promise<Answer<TokenAnswer & Problem>> {
  const { body } = await anonymous.post<PasskeyOptions>('/auth/passkey-login/options', undefined, headers)
  const credential = passkey.get(body.options, twist)
  return anonymous.post('/auth/passkey-login', { challenge_id: body.challenge_id, credential }, headers)
}
