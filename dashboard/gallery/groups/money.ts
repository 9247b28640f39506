import type { PayoutPreview } from '#/contract/payouts.ts'
import { idOf } from '../fixtures/given.ts'
import { aPayout, aPreview, aTransfer, everyTransfer, somePayees, somePayouts, statesOf } from '../fixtures/money.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers, Trouble } from '../fake-server.ts'
import type { Group } from '../state.ts'

const list = (items = somePayouts, next_cursor: string | null = null): Answers => ({
  'GET /money/payees': { items: somePayees },
  'GET /money/registers': { items, next_cursor },
  'GET /money/registers/withdrawn': { items: [], next_cursor: null },
})

const the = aPayout(1, {
  lines: everyTransfer.length,
  open: 11,
  states: statesOf({
    matched: 1,
    no_receipt: 6,
    sum_differs: 2,
    unknown_ttn: 2,
    other_payee: 1,
    duplicate: 1,
    returned: 1,
  }),
})
const payout = (answers: Answers = {}): Answers => ({
  'GET /money/registers/:id': the,
  'GET /money/lines': ({ query }) => ({
    items: everyTransfer.filter(({ state }) => query.get('state') === null || query.get('state') === state),
    next_cursor: 'next',
  }),
  ...answers,
})
const at = `/money/${the.id}`

/** Files by their names, and what each of them turns out to be. */
const found: Record<string, PayoutPreview | Trouble> = {
  'Реєстр переказів 40000018.xlsx': aPreview(1, { states: statesOf({ matched: 42, no_receipt: 2, returned: 1 }) }),
  'Реєстр переказів 40000019.xlsx': aPreview(2, { outcome: 'same' }),
  'Реєстр переказів 40000020 (виправлений).xlsx': aPreview(3, {
    outcome: 'correction',
    asks: ['replace'],
    correction: { register: aPayout(3), added: 1, removed: 2, changed: 3 },
  }),
  'Без_назви-2026-11-від-бухгалтерії-остаточний-варіант-3.csv': aPreview(4, {
    form: 'csv',
    number: null,
    day: null,
    payee: null,
    payee_name: 'Фізична особа-підприємець Коваленко Марія Іванівна',
    account: 'UA213223130000026007233566007',
    asks: ['payee', 'number', 'day', 'totals'],
    notes: ['Стовпець «Примітка менеджера» не впізнано, його пропущено.', 'Дату прочитано з назви аркуша.'],
  }),
  'Рахунок.pdf': {
    refused: 'money.not_a_table',
    params: { kind: 'документ PDF', advice: 'Візьміть файл XLSX із листа NovaPay' },
  },
}

/** As if they had been chosen by hand. */
function give(names: readonly string[]): void {
  const held = new DataTransfer()
  for (const name of names) held.items.add(new File(['1'], name))
  dispatchEvent(new DragEvent('drop', { dataTransfer: held }))
}

const reading: Answers['POST /money/registers'] = ({ form }) => {
  const file = form?.get('file')
  return (file instanceof File ? found[file.name] : undefined) ?? { refused: 'money.file_missing' }
}
const everyFile = Object.keys(found)

const state = (
  name: string,
  answers: Answers,
  rest: Pick<Group['states'][number], 'shows' | 'steps'>,
  where = '/money',
) => ({
  name,
  at: where,
  answers: aShop({}, answers),
  names: /^(PDF|pdf|xlsx|csv|UA\d+)$/,
  ...rest,
})

const upload = (name: string, answers: Answers, files: readonly string[], shows: readonly (string | RegExp)[]) =>
  state(
    name,
    { ...list(), 'POST /money/registers': reading, ...answers },
    {
      steps: async (hand) => {
        await hand.see('№ 40000018')
        give(files)
      },
      shows,
    },
  )

export const money: Group = {
  name: 'money',
  states: [
    state('payout lists', list(somePayouts, 'next'), {
      shows: [
        'Потребують уваги: 3',
        'Потребують уваги: 1 204',
        'Усе збігається',
        'Усе розібрано',
        'З командного рядка',
      ],
    }),
    state(
      'payout lists of one payee and month',
      list([aPayout(1)]),
      { shows: ['Скинути все'] },
      `/money?payee_id=${idOf('payee', 2)}&from=2026-10-01&to=2026-10-31`,
    ),
    state('nothing found', list([]), { shows: ['Таких реєстрів немає.'] }, '/money?from=2026-10-01'),
    state('none', list([]), { shows: [/Завантажте реєстр, який NovaPay надсилає листом/] }),
    {
      ...state('none, for an auditor', list([]), {
        shows: ['Завантажує реєстри касир або адміністратор.'],
      }),
      answers: aShop({ user: aUser('auditor') }, list([])),
    },
    {
      ...state('payout lists, for an auditor', list(), { shows: ['Потребують уваги: 3'] }),
      answers: aShop({ user: aUser('auditor') }, list()),
    },
    state('loading', { ...list(), 'GET /money/registers': 'silence' }, { shows: ['Перекази'] }),
    state(
      'failing',
      { ...list(), 'GET /money/registers': { refused: 'server.database_unavailable' } },
      { shows: ['Спробувати ще раз'] },
    ),
    state('files held over the page', list(), {
      steps: async (hand) => {
        await hand.see('№ 40000018')
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['1'], 'Реєстр.xlsx'))
        dispatchEvent(new DragEvent('dragenter', { dataTransfer }))
      },
      shows: ['Відпустіть файли, щоб завантажити реєстри'],
    }),
    upload('every outcome of a file', {}, everyFile, [
      'Новий',
      'Вже завантажено',
      'Виправлення',
      'Чиї це гроші',
      'Не взято',
      'Завантажити 1 реєстр',
    ]),
    upload('one new file', {}, everyFile.slice(0, 1), ['Завантажити 1 реєстр']),
    upload('files being read', { 'POST /money/registers': 'silence' }, everyFile.slice(0, 3), [
      'Читаємо…',
      'У черзі',
      'Читаємо файли…',
    ]),
    {
      ...upload('a file being imported', {}, everyFile.slice(0, 1), ['Завантажуємо…']),
      steps: async (hand) => {
        await hand.see('№ 40000018')
        give(everyFile.slice(0, 1))
        await hand.see('Завантажити 1 реєстр')
        hand.answer({ 'POST /money/registers': 'silence' })
        await hand.press('Завантажити 1 реєстр')
      },
    },
    {
      ...upload('a file not imported', {}, everyFile.slice(0, 1), [
        'Не вдалося завантажити 1 реєстр переказів.',
        /Сервер|База/,
      ]),
      steps: async (hand) => {
        await hand.see('№ 40000018')
        give(everyFile.slice(0, 1))
        await hand.see('Завантажити 1 реєстр')
        hand.answer({ 'POST /money/registers': { refused: 'server.database_unavailable' } })
        await hand.press('Завантажити 1 реєстр')
      },
    },
    state(
      'one payout list',
      payout(),
      {
        shows: [
          'Реєстр № 40000018 від',
          'За цією ТТН прийнято на 50,00 ₴ більше, ніж у чеку.',
          /Зняти рішення ?, переказ 14/,
          'Показати ще',
        ],
      },
      at,
    ),
    {
      ...state('one payout list, for an auditor', payout(), { shows: ['Інший ФОП'] }, at),
      answers: aShop({ user: aUser('auditor') }, payout()),
    },
    state(
      'one payout list, nothing open',
      payout({ 'GET /money/lines': { items: [], next_cursor: null } }),
      { shows: ['Нічого не чекає на рішення.'] },
      `${at}?open=true`,
    ),
    state(
      'one payout list, loading',
      payout({ 'GET /money/registers/:id': 'silence' }),
      { shows: ['Реєстр переказів'] },
      at,
    ),
    state(
      'one payout list, transfers failing',
      payout({ 'GET /money/lines': { refused: 'server.database_unavailable' } }),
      { shows: ['Спробувати ще раз'] },
      at,
    ),
    state(
      'no such payout list',
      payout({ 'GET /money/registers/:id': { refused: 'money.register_not_found' } }),
      { shows: ['Такого реєстру немає'] },
      at,
    ),
    state(
      'to be withdrawn',
      payout(),
      { steps: (hand) => hand.press('Вилучити…'), shows: ['Залишити реєстр', /зникнуть з усіх підсумків/] },
      at,
    ),
    state(
      'a transfer to be settled, without the reason',
      payout({ 'POST /money/lines/:id/settle': aTransfer(7, 'sum_differs') }),
      {
        steps: async (hand) => {
          await hand.press(/^Вирішено… ?, переказ 7$/)
          await hand.press('Записати рішення')
        },
        shows: ['Введіть причину.', 'Залишити відкритим'],
      },
      at,
    ),
  ],
}
