import { z } from 'zod'
import { Passkey, TokenAnswer } from './auth.ts'
import { Id, Instant } from './common.ts'
import { Code, PasskeyAnswer, WebAuthnJson } from './factor-proof.ts'

/** Which roles the owner of the service obliges to have a second factor; a factor that a person has set up is required in any case. */
export const secondFactorPolicies = ['admins', 'everyone', 'optional'] as const
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

export const SecondFactorState = z
  .strictObject({
    authenticator: z.boolean().describe('Застосунок з шестизначними кодами під’єднано'),
    authenticator_since: Instant.nullable().describe('Коли його під’єднано'),
    recovery_codes_left: z.int(),
    passkeys: z.array(Passkey),
    password_changed_at: Instant.describe('Коли встановлено теперішній пароль'),
  })
  .meta({ id: 'SecondFactorState' })
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The secret is shown once, while it is being set up. */
export const SecondFactorSetup = z.strictObject({
  secret: z.string().describe('Base32, для введення вручну'),
  uri: z.string().describe('otpauth://…, для QR-коду'),
})
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

export const ConfirmSecondFactorRequest = z.strictObject({ code: Code })
export const RecoveryCodes = z.strictObject({
  recovery_codes: z.array(z.string()).describe('Кожен діє один раз; показуються лише тепер'),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const PasskeyOptions = z.strictObject({ challenge_id: Id, options: WebAuthnJson })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

export const AddPasskeyRequest = z.strictObject({
  challenge_id: Id,
  name: z.string().trim().min(1).max(60),
  credential: WebAuthnJson,
})
/** With the first factor come the recovery codes; null: the person has them already. */
export const AddedPasskey = z.strictObject({ passkey: Passkey, recovery_codes: z.array(z.string()).nullable() })
export type AddedPasskey = z.infer<typeof AddedPasskey>

export const PasskeyLoginRequest = z.strictObject({
  ...PasskeyAnswer.shape,
  refresh: z.enum(['cookie', 'body']).default('body'),
})
export const PasskeyLoginAnswer = TokenAnswer
