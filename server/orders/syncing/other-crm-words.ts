import type { OtherCrm } from '#/contract/other-crm.ts'
import type { CrmFailure } from '#/server/integrations/crm/crm-client.ts'

/** Why there is no run: what is there now, that nothing has happened, what to do. */
export const toOtherCrmFailure = (other: OtherCrm): CrmFailure => ({
  kind: 'other_crm',
  detail: `${whatIsOther(other)} Касир нічого з неї не читав, і в черзі нічого не змінено. Якщо це помилка, поверніть попередні KASYR_CRM_URL і KASYR_CRM_KEY та перезапустіть Касир. Якщо ні, адміністратор має вказати, чи це той самий магазин.`,
})

const whatIsOther = ({ present, before }: OtherCrm): string =>
  present.host === before.host
    ? `У налаштуваннях інша CRM: сервер той самий, ${present.host}, але ключ або решта адреси не ті, що в CRM, з якої замовлення в черзі.`
    : `У налаштуваннях інша CRM: тепер ${present.host}, а замовлення в черзі — з ${before.host}.`

/** A run was under way when a person decided. */
export const decidedMeanwhile: CrmFailure = {
  kind: 'other_crm',
  detail:
    'поки Касир забирав замовлення, адміністратор вирішив, що вони тепер з іншої CRM; решту не забрано, і наступне оновлення скаже, що робити',
}
