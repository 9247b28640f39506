import type { OutboundFailureKind } from '#/server/platform/outbound/outbound-http.ts'
import { mostLookedAt, withoutHalf } from '../redact.ts'
import type { FiscalFailure, FiscalFailureKind } from './fiscal-client.ts'

export const failureOf = (kind: FiscalFailureKind, detail: string): FiscalFailure => ({ kind, detail })

/** Why no answer came, in words for the person who must act. */
const unanswered: Record<OutboundFailureKind, readonly [FiscalFailureKind, string]> = {
  bad_address: ['unreachable', 'адреса Checkbox має починатися з https:// і не містити пароля'],
  cancelled: ['timeout', 'запит до Checkbox скасовано'],
  dns: ['unreachable', 'адресу Checkbox не знайдено: перевірте доступ до мережі'],
  refused: ['unreachable', 'Checkbox не приймає з’єднань'],
  tls: ['unreachable', 'захищене з’єднання з Checkbox не встановлено'],
  timeout: ['timeout', 'Checkbox не відповів вчасно'],
  reset: ['unreachable', 'з’єднання з Checkbox обірвалося'],
  bad_http: ['bad_answer', 'відповідь Checkbox порушує правила HTTP'],
  redirect: ['bad_answer', 'Checkbox переспрямовує на іншу адресу: вкажіть остаточну'],
  too_large: ['bad_answer', 'відповідь Checkbox завелика'],
}

export const toUnanswered = (kind: OutboundFailureKind): FiscalFailure => failureOf(...unanswered[kind])

export const badLicenseKey = failureOf(
  'bad_license_key',
  'Checkbox не знає такого ключа ліцензії: перевірте його в кабінеті Checkbox',
)
export const badPin = failureOf('bad_pin', 'Checkbox не прийняв PIN-коду касира')

export const permitExpired = failureOf('permit_over', 'час, відведений на надсилання, минув: запит не надіслано')

/** However a person's phone is spelled; a TTN has more digits, a sum fewer. */
const phone = /(?<!\d)(?:\+?38[\s()-]*)?0[\s()-]*\d(?:[\s()-]*\d){8}(?!\d)/g

/**
 * Checkbox's words without secrets: it may repeat what it was sent, in capitals too. To be done before the text is cut,
 * so that no half of a secret is left at its end. Even a short PIN is taken out: only a quotation loses. Phones of
 * buyers go with every receipt, so any phone goes.
 */
export function hideSecrets(secrets: readonly string[], text: string): string {
  const plain = text
    .slice(0, mostLookedAt)
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
  const longestFirst = secrets.filter((secret) => secret !== '').toSorted((left, right) => right.length - left.length)
  const hidden = longestFirst.reduce((rest, secret) => rest.replace(asPattern(secret), '…'), plain).replace(phone, '…')
  return withoutHalf(secrets, text, hidden)
}

const asPattern = (secret: string): RegExp =>
  new RegExp(
    secret.replace(/[^a-z0-9]/giu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`),
    'giu',
  )
