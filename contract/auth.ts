import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { isOneAtMost, oneOfBoth, PasswordAndFactor, shownFactor, TypedPassword } from './factor-proof.ts'
import { passwordLength } from './password-length.ts'
import { roles } from './permissions.ts'

/** Letters of any alphabet are welcome in passwords. */
export const NewPassword = z.string().min(passwordLength.min).max(passwordLength.max)

/** Lower-case Latin, so that no login can imitate `admin` with a Cyrillic «а». */
export const Login = z
  .string()
  .trim()
  .toLowerCase()
  .min(2)
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._@-]*$/, {
    error: 'Лише латинські літери, цифри та знаки . _ - @; починається з літери або цифри.',
  })

export const RoleName = z.enum(roles)

export const User = z
  .strictObject({
    id: Id,
    login: z.string(),
    name: z.string(),
    role: RoleName,
    disabled: z.boolean(),
    must_change_password: z.boolean(),
    second_factor: z.boolean().describe('Має застосунок з кодами або ключ доступу'),
    created_at: Instant,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const LoginRequest = z.strictObject({
  login: z.string().trim().toLowerCase().min(1).max(64),
  password: TypedPassword,
  code: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe('Шість цифр застосунку або код відновлення, якщо їх просять (auth.second_factor_required)'),
  refresh: z.enum(['cookie', 'body']).default('body'),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const Passkey = z
  .strictObject({
    id: Id,
    name: z.string(),
    created_at: Instant,
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const TokenAnswer = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Скільки секунд діє токен доступу'),
    user: User,
    refresh_token: z.string().optional().describe('Лише якщо просили refresh: "body"'),
    passkeys_added: z
      .array(Passkey)
      .optional()
      .describe('Лише під час входу: ключі доступу, додані після попереднього входу, якщо такі є'),
  })
  .meta({ id: 'TokenAnswer' })
export type TokenAnswer = z.infer<typeof TokenAnswer>

/** Empty when the token travels in the cookie. */
export const RefreshRequest = z.strictObject({ refresh_token: z.string().min(1).max(512).optional() })
export type RefreshRequest = z.infer<typeof RefreshRequest>

export const ChangePasswordRequest = z
  .strictObject({
    current_password: TypedPassword,
    new_password: NewPassword,
    remove_passkeys: z
      .array(Id)
      .max(20)
      .default([])
      .describe('Ключі доступу, які видалити разом зі старим паролем; тоді потрібен і code або passkey'),
    ...shownFactor,
  })
  .refine(isOneAtMost, oneOfBoth)
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>

/** With a factor the session has proved it anew, which is required to add another one. */
export const ReauthRequest = PasswordAndFactor
export type ReauthRequest = z.infer<typeof ReauthRequest>

export const Session = z
  .strictObject({
    id: Id,
    current: z.boolean().describe('Це сеанс, з якого надійшов запит'),
    user_agent: z.string(),
    address: z.string(),
    created_at: Instant,
    last_seen_at: Instant,
    expires_at: Instant,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const SessionList = z.strictObject({ items: z.array(Session) })
