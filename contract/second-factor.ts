import { z } from 'zod'
import { TokenAnswer } from './auth.ts'
import { Id, Instant } from './common.ts'

/** Whom the owner of the service obliges to have a second factor; what a person has set up is asked for in any case. */
export const secondFactorPolicies = ['admins', 'everyone', 'optional'] as const
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

/** Six digits of an authenticator, or a recovery code as it was shown, with or without its dashes. */
export const Code = z.string().trim().min(6).max(40)
const TypedPassword = z.string().min(1).max(1024)

export const Passkey = z
  .strictObject({
    id: Id,
    name: z.string(),
    created_at: Instant,
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const SecondFactorState = z
  .strictObject({
    authenticator: z.boolean().describe('Застосунок з шестизначними кодами під’єднано'),
    recovery_codes_left: z.int(),
    passkeys: z.array(Passkey),
  })
  .meta({ id: 'SecondFactorState' })
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The secret is told once, while it is being set up. */
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
export const WithPassword = z.strictObject({ password: TypedPassword })

/** What the browser's WebAuthn calls take and give, as JSON. Its inside is the library's business on both sides. */
const WebAuthnJson = z.record(z.string(), z.unknown())

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
  challenge_id: Id,
  credential: WebAuthnJson,
  refresh: z.enum(['cookie', 'body']).default('body'),
})
export const PasskeyLoginAnswer = TokenAnswer
