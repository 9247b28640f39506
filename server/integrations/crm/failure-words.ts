import type { OutboundFailureKind } from '#/server/platform/outbound/outbound-http.ts'
import type { CrmFailure, CrmFailureKind } from './crm-client.ts'

export const failed = (kind: CrmFailureKind, detail: string): { ok: false; failure: CrmFailure } => ({
  ok: false,
  failure: { kind, detail },
})

/** Why no answer came, in words for the person who must act. */
const unanswered: Record<OutboundFailureKind, readonly [CrmFailureKind, string]> = {
  bad_address: ['unreachable', 'адреса CRM має починатися з https:// і не містити пароля'],
  cancelled: ['timeout', 'запит до CRM скасовано'],
  dns: ['unreachable', 'адресу CRM не знайдено: перевірте її ім’я та доступ до мережі'],
  refused: ['unreachable', 'CRM не приймає з’єднань'],
  tls: ['unreachable', 'захищене з’єднання з CRM не встановлено: перевірте її сертифікат'],
  timeout: ['timeout', 'CRM не відповіла вчасно'],
  reset: ['unreachable', 'з’єднання з CRM обірвалося'],
  bad_http: ['bad_answer', 'відповідь CRM порушує правила HTTP'],
  redirect: ['bad_answer', 'CRM переспрямовує на іншу адресу: вкажіть остаточну'],
  too_large: ['too_large', 'відповідь CRM завелика'],
}

export const toUnanswered = (kind: OutboundFailureKind) => failed(...unanswered[kind])
