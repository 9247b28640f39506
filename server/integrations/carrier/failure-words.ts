import type { OutboundFailureKind } from '#/server/platform/outbound/outbound-http.ts'
import { mostLookedAt, quoted, withoutHalf } from '../redact.ts'
import type { CarrierFailure, CarrierFailureKind } from './carrier-client.ts'
import type { Complaint } from './classify-error.ts'

export const failureOf = (
  kind: CarrierFailureKind,
  detail: string,
  retry_after_seconds: number | null = null,
): CarrierFailure => ({ kind, detail, retry_after_seconds })

/** Why no answer came, in words for the person who must act. */
const unanswered: Record<OutboundFailureKind, readonly [CarrierFailureKind, string]> = {
  bad_address: ['unreachable', 'адреса Нової пошти має починатися з https:// і не містити пароля'],
  cancelled: ['timeout', 'запит до Нової пошти скасовано'],
  dns: ['unreachable', 'адресу Нової пошти не знайдено: перевірте доступ до мережі'],
  refused: ['unreachable', 'Нова пошта не приймає з’єднань'],
  tls: ['unreachable', 'захищене з’єднання з Новою поштою не встановлено'],
  timeout: ['timeout', 'Нова пошта не відповіла вчасно'],
  reset: ['unreachable', 'з’єднання з Новою поштою обірвалося'],
  bad_http: ['bad_answer', 'відповідь Нової пошти порушує правила HTTP'],
  redirect: ['bad_answer', 'Нова пошта переспрямовує на іншу адресу: вкажіть остаточну'],
  too_large: ['bad_answer', 'відповідь Нової пошти завелика'],
}

export const toUnanswered = (kind: OutboundFailureKind): CarrierFailure => failureOf(...unanswered[kind])

/** `number`, `absence` and `language` become a failure only where they make no sense. */
const complained: Record<Complaint, readonly [CarrierFailureKind, string]> = {
  key_rejected: ['key_rejected', 'Нова пошта не прийняла ключа: перевірте його в налаштуваннях каси'],
  daily_limit: ['daily_limit', 'Нова пошта більше не відповідає на цей ключ сьогодні: добове обмеження вичерпано'],
  rate_limited: ['rate_limited', 'Нова пошта просить питати рідше'],
  unavailable: ['unavailable', 'Нова пошта каже, що тимчасово не працює'],
  bad_answer: ['bad_answer', 'Нова пошта відмовила з невідомої нам причини'],
  number: ['bad_answer', 'Нова пошта не визнає номера'],
  absence: ['bad_answer', 'Нова пошта нічого не знайшла'],
  language: ['bad_answer', 'Нова пошта не знає мови, якою ми просимо відповідати'],
}

export function toComplained(complaint: Complaint, said: string, wait: number | null = null): CarrierFailure {
  const [kind, words] = complained[complaint]
  return failureOf(kind, said === '' ? words : `${words} (${said})`, wait)
}

/**
 * The carrier's words without secrets: it or a proxy may repeat the key, in capitals too, or a phone. A TTN has 14
 * digits and stays.
 */
export function quotedWithout(key: string, text: string): string {
  const plain = text.slice(0, mostLookedAt).toWellFormed().replace(/\p{C}/gu, '')
  const hidden = withoutHalf([key], text, hideKey(key, plain))
    .replace(/[\w+/=-]{16,}/g, (run) => (/\d/.test(run) ? '…' : run))
    .replace(/(?<!\d)\+?(38)?0\d{9}(?!\d)/g, '…')
  return quoted(hidden)
}

/** A shorter key would blot out ordinary letters, and is none. */
const shortestKey = 4

export const hideKey = (key: string, text: string): string =>
  key.length < shortestKey ? text : text.replace(new RegExp(key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '…')
