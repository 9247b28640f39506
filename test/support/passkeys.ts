import type { TokenAnswer } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import type { AddedPasskey, PasskeyOptions } from '#/contract/second-factor.ts'
import { ApiClient, type Answer } from './api-client.ts'
import type { SoftwarePasskey, Twist } from './software-passkey.ts'

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
