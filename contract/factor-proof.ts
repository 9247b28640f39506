import { z } from 'zod'
import { Id } from './common.ts'

/** What a person types at login or before a change is compared, not validated. */
export const TypedPassword = z.string().min(1).max(1024)

/** Six digits of an authenticator, or a recovery code as it was shown, with or without its dashes. */
export const Code = z.string().trim().min(6).max(40)

/** What the browser's WebAuthn calls take and give, as JSON; only the libraries on both sides read its inside. */
export const WebAuthnJson = z.record(z.string(), z.unknown())

export const PasskeyAnswer = z.strictObject({
  challenge_id: Id.describe('З POST /auth/passkey-login/options'),
  credential: WebAuthnJson,
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** A second factor, shown beside the password: one of the two. */
export const shownFactor = {
  code: Code.optional().describe('Шість цифр застосунку або код відновлення'),
  passkey: PasskeyAnswer.optional().describe('Замість коду: підпис ключа доступу'),
}
export interface ShownFactor {
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

export const isShown = ({ code, passkey }: ShownFactor): boolean => code !== undefined || passkey !== undefined
export const isOneAtMost = ({ code, passkey }: ShownFactor): boolean => code === undefined || passkey === undefined

export const oneOfBoth = { path: ['code'], error: 'Покажіть щось одне: код або ключ доступу.' }

/** A call that removes or replaces a factor must carry both; without a factor it is refused. */
export const PasswordAndFactor = z
  .strictObject({ password: TypedPassword, ...shownFactor })
  .refine(isOneAtMost, oneOfBoth)
export type PasswordAndFactor = z.infer<typeof PasswordAndFactor>

/** How a second factor was given. */
export const secondProofs = ['authenticator', 'recovery_code', 'passkey'] as const
