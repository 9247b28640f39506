import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#/contract/factor-proof.ts'
import type { AddedPasskey } from '#/contract/second-factor.ts'
import { change } from './client.ts'
import { readJson, send } from './send.ts'
import { enter } from './session.ts'

/** Loaded when a person adds or uses a passkey; others do not need the library. */

interface Challenge<Options> {
  challenge_id: string
  options: Options
}

export const logInWithPasskey = async (): Promise<void> => enter('/auth/passkey-login', await showPasskey())

/** What a passkey signs to let a person in, or to prove before a change that it is still they. */
export async function showPasskey(): Promise<PasskeyAnswer> {
  const path = '/auth/passkey-login/options'
  const { challenge_id, options } = await readJson<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
    await send({ method: 'POST', path }, null),
  )
  const credential = await startAuthentication({ optionsJSON: options })
  return { challenge_id, credential: { ...credential } }
}

export async function addPasskey(name: string): Promise<AddedPasskey> {
  const { challenge_id, options } = await change<Challenge<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    '/auth/passkeys/options',
  )
  const credential = await startRegistration({ optionsJSON: options })
  return change('POST', '/auth/passkeys', { challenge_id, name, credential })
}
