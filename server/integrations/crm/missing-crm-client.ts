import type { CrmClient } from './crm-client.ts'
import { failed } from './failure-words.ts'

/** Shown on the console, in the list of orders and by `kasyr doctor`. */
export const noCrmSentence =
  'Адресу CRM не вказано, тож нові замовлення не надходять. Усе, що вже є, на місці. Вкажіть KASYR_CRM_URL, KASYR_CRM_KEY і KASYR_CRM_SECRET та перезапустіть Касир.'

/** Takes the place of a CRM: the real orders are kept, and none are made up beside them. */
export const createMissingCrmClient = (): CrmClient => ({
  kind: 'real',
  identity: null,
  paging: 'orders',
  cancelled_statuses: new Set(),
  listOrders: () => Promise.resolve(failed('not_configured', noCrmSentence)),
})
