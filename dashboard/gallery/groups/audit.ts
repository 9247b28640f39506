import type { AuditAction, AuditDetails, AuditItem, SubjectType } from '#/contract/audit.ts'
import { ago, idOf, longRegister } from '../fixtures/given.ts'
import { aUser, windowsChrome } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Group } from '../state.ts'

const order_id = idOf('order', 1)
let written = 0

function line<Action extends AuditAction>(action: Action, type: SubjectType, details: AuditDetails<Action>) {
  written += 1
  const actor = action.startsWith('receipt.moved') ? null : { id: aUser().id, login: 'olena' }
  const address = actor === null ? null : '192.168.1.20'
  const subject = { type, id: idOf('order', written) }
  return {
    ...{ id: idOf('entry', written), at: ago(written * 170), actor, action, subject, details: { ...details }, address },
    ...namesFor(type),
  }
}

/** As the server tells them: of an order its number, of a receipt its sum as well, of the rest their names. */
function namesFor(type: SubjectType): Partial<AuditItem> {
  const order = { id: order_id, number: '84201' }
  if (type === 'receipt') return { order, receipt: { kind: 'ettn', amount: 65_100 } }
  if (type === 'order') return { order: { id: order_id, number: 'ЗАМ-2026-000000084201-ПОВТОРНЕ' } }
  if (type === 'cash_register') return { subject_name: longRegister }
  return type === 'user' ? { subject_name: 'Ганна Новенька' } : {}
}

const receipt = { order_id, kind: 'ettn' as const, amount: 65_100, ttn: '20457310000037', batch_id: null }
const lines = [
  line('auth.logged_in', 'session', {
    session_id: idOf('session', 1),
    user_agent: windowsChrome,
    second_factor: 'passkey',
  }),
  line('auth.login_failed', 'login', { login: 'petro', reason: 'unknown_user' }),
  line('order.edited', 'order', {
    changes: { ttn: { before: null, after: '20457310000037' }, total: { before: 65_000, after: 65_100 } },
  }),
  line('order.receipt_not_needed', 'order', { number: '84201', reason: 'Забрали в магазині, чек видано там' }),
  line('receipt.requested', 'receipt', receipt),
  line('receipt.moved', 'receipt', { order_id, from: 'sending', to: 'created', event: 'sent_positive', attempt: 1 }),
  line('receipt.sums_accepted', 'receipt', {
    order_id,
    amount: 65_100,
    control: 60_000,
    fiscal: null,
    reason: 'Знижка',
  }),
  line('receipt.orphan_dismissed', 'receipt', {
    provider_id: idOf('receipt', 900),
    order_id,
    reason: 'Створено вручну',
  }),
  line('register.edited', 'cash_register', {
    changes: { name: { before: 'Стара', after: 'Основна' } },
    secrets: ['pin', 'carrier_key'],
  }),
  line('user.created', 'user', { login: 'hanna', name: 'Ганна Новенька', role: 'cashier' }),
]
const whole = { ok: true, entries: 12_134, sealed_to: 12_120, first_bad: null }
const answers = (verdict: Answers['GET /audit/verify'] = whole): Answers => ({
  'GET /audit': { items: lines, next_cursor: 'next' },
  'GET /audit/verify': verdict,
  'GET /users': { items: [aUser(), aUser('cashier')], next_cursor: null },
})
const names = /^([\da-f]+|olena|petro|hanna|nataliia)$/

export const audit: Group = {
  name: 'audit',
  states: [
    {
      name: 'lines',
      at: '/audit',
      answers: aShop({}, answers()),
      shows: [
        /Журнал цілий до запису/,
        /: PIN-код, ключ Нової пошти/,
        /створив чек на 651,00 ₴ за замовлення № 84201/,
        'Показати ще',
        'Показати ще',
      ],
      names,
    },
    {
      name: 'damaged, second factor wanted',
      at: '/audit?action=auth.logged_in',
      answers: aShop(
        {
          user: aUser('admin', { second_factor: false }),
          status: {
            second_factor: 'admins',
            audit_alarm: { since: '2026-03-09T12:01:00.000Z', reason: 'у базі 120 записів, а за печатками їх 134' },
          },
        },
        answers(),
      ),
      shows: ['Журнал пошкоджено. Що виявлено: у базі 120 записів', 'Пізніше', 'kasyr audit verify'],
      names,
    },
    {
      name: 'a line altered',
      at: '/audit',
      answers: aShop(
        {},
        answers({
          ok: false,
          entries: 134,
          sealed_to: 119,
          first_bad: { seq: 120, id: null, reason: 'запис змінено' },
        }),
      ),
      shows: [/Журнал пошкоджено на записі № 120: запис змінено/],
      names,
    },
    {
      name: 'no such lines',
      at: '/audit?actor=olena',
      answers: aShop({}, { ...answers(), 'GET /audit': { items: [], next_cursor: null } }),
      shows: ['Таких записів немає.'],
      names,
    },
    {
      name: 'between two days, calendar open',
      at: '/audit?from=2026-03-09&to=2026-03-31',
      answers: aShop({}, answers()),
      steps: (hand) => hand.press('Календар: Від'),
      shows: [/березень 2026/i, 'Минулий місяць'],
      names,
    },
    {
      name: 'failing',
      at: '/audit',
      answers: aShop({}, { ...answers(), 'GET /audit': { refused: 'server.database_unavailable' } }),
      shows: ['Спробувати ще раз'],
      names,
    },
  ],
}
