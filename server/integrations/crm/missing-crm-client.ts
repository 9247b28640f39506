import type { CrmClient } from './crm-client.ts'
import { failed } from './read-answer.ts'

/** Told wherever a person may look: on the console, in the list of orders, by `kasyr doctor`. */
export const noCrmSentence =
  'Адресу CRM не вказано, тож нові замовлення не надходять. Усе, що вже є, на місці. Вкажіть KASYR_CRM_URL, KASYR_CRM_KEY і KASYR_CRM_SECRET та перезапустіть Касир.'

/** Stands where a CRM should: the real orders are kept, and nothing is made up beside them. */
export const createMissingCrmClient = (): CrmClient => ({
  kind: 'real',
  paging: 'orders',
  cancelled_statuses: new Set(),
  listOrders: () => Promise.resolve(failed('not_configured', noCrmSentence)),
})
