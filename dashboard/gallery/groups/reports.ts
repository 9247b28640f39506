import { idOf } from '../fixtures/given.ts'
import { somePayees } from '../fixtures/money.ts'
import { aRegister } from '../fixtures/registers.ts'
import {
  aMonth,
  anAccountantMonth,
  anOpenDay,
  aSettledDay,
  noFigures,
  noCharts,
  someDifferences,
  someCharts,
  someRows,
  someShiftRows,
  withoutTransfers,
} from '../fixtures/reports.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Group } from '../state.ts'

const october = 'from=2026-10-01&to=2026-10-31'
const month = aMonth('2026-10-01')
/** Enough to lie under a dialog. */
const threeDays = aMonth('2026-10-01', 3)

const state = (name: string, at: string, answers: Answers, rest: Pick<Group['states'][number], 'shows' | 'steps'>) => ({
  name,
  at: `/reports?${at}`,
  answers: aShop(
    { registers: [aRegister(1), aRegister(2)] },
    {
      'GET /money/payees': { items: somePayees },
      'GET /reports/rows': {
        items: someRows,
        next_cursor: 'next',
        total: { count: 412, amount: 26_821_200 },
      },
      ...answers,
    },
  ),
  ...rest,
})

const summary = (report = month): Answers => ({ 'GET /reports/summary': report })

export const reports: Group = {
  name: 'reports',
  states: [
    state('summary of a month', october, summary(), {
      shows: ['Усього', 'Гроші запізнюються', '01.10.2026', 'Завантажити XLSX'],
    }),
    state('summary of a day', 'from=2026-10-01&to=2026-10-01', summary(aMonth('2026-10-01', 1)), {
      shows: ['Усього', 'Одержувач коштів невідомий'],
    }),
    state('summary without transfers', october, summary(withoutTransfers(aMonth('2026-10-01', 7))), {
      shows: ['За цей період немає жодного переказу', 'Завантажити реєстри на сторінці «Перекази»'],
    }),
    state('summary of nothing', october, summary({ rows: [], payees: [], total: noFigures }), {
      shows: ['За цей період немає ні чеків, ні посилок, ні переказів.'],
    }),
    state('summary loading', october, { 'GET /reports/summary': 'silence' }, { shows: ['Завантажуємо звіт…'] }),
    state(
      'summary failing',
      october,
      { 'GET /reports/summary': { refused: 'server.database_unavailable' } },
      { shows: ['Спробувати ще раз'] },
    ),
    state(
      'too long a period',
      'from=2020-01-01&to=2026-10-31&step=month',
      {
        'GET /reports/summary': {
          refused: 'request.invalid',
          fields: [{ pointer: '?to', detail: 'Період має бути не довший за п’ять років.' }],
        },
      },
      { shows: ['Період має бути не довший за п’ять років.'] },
    ),
    state('half a period', 'to=2026-10-31', {}, { shows: ['Введіть перший і останній день періоду.'] }),
    state(
      'rows behind a number',
      `${october}&rows=fiscalized.2026-10-01.2026-10-31.${idOf('register', 2)}.${idOf('payee', 2)}`,
      summary(threeDays),
      { shows: ['Фіскалізовано: жовтень 2026', /412 рядків, на суму 268 212,00 ₴/, 'Показати ще', 'Не знайдено'] },
    ),
    state(
      'shifts behind a number',
      `${october}&rows=z_difference.2026-10-01.2026-10-31..`,
      {
        ...summary(threeDays),
        'GET /reports/rows': {
          items: someShiftRows,
          next_cursor: null,
          total: { count: 2, amount: 49_800 },
        },
      },
      { shows: ['Різниця із Z-звітом: жовтень 2026', /2 зміни, різниця разом 498,00 ₴/] },
    ),
    state(
      'rows failing',
      `${october}&rows=waiting.2026-10-01.2026-10-31..`,
      { ...summary(threeDays), 'GET /reports/rows': { refused: 'server.database_unavailable' } },
      { shows: ['Очікують оплати: на кінець 31.10.2026', 'Спробувати ще раз'] },
    ),
    state(
      'differences',
      `report=differences&shown=all&${october}`,
      { 'GET /reports/differences': { items: someDifferences, count: 5_214 } },
      { shows: ['Гроші запізнюються', 'Інший ФОП', 'Вирішено', /усього 5 214/, 'Завантажити CSV'] },
    ),
    state(
      'no differences',
      `report=differences&${october}`,
      { 'GET /reports/differences': { items: [], count: 0 } },
      { shows: ['Усе збігається: за цей період ніщо не чекає на рішення.'] },
    ),
    state(
      'for the accountant',
      `report=accountant&${october}`,
      { 'GET /reports/accountant': anAccountantMonth('2026-10-01') },
      { shows: ['Дохід за датою чека', 'Усього', /Касир не вирішує/] },
    ),
    state(
      'for the accountant, nothing',
      `report=accountant&${october}`,
      { 'GET /reports/accountant': { rows: [], total: anAccountantMonth('2026-10-01', 0).total } },
      { shows: ['За цей період немає ні фіскальних чеків, ні переказів.'] },
    ),
    state(
      'charts of a month',
      `report=pictures&${october}`,
      { 'GET /reports/pictures': someCharts('2026-10-01', 31) },
      { shows: ['Чеки за касами', /стали фіскальними за годину/, 'Відмови, % посилок'] },
    ),
    state(
      'charts of a day, with tables',
      'report=pictures&from=2026-10-01&to=2026-10-01',
      { 'GET /reports/pictures': someCharts('2026-10-01', 1) },
      {
        steps: async (hand) => {
          await hand.press(/^Показати таблицею ?: Чеки та гроші за днями$/)
          await hand.press(/^Показати таблицею ?: Чеки за касами$/)
        },
        shows: ['Фіскальних чеків'],
      },
    ),
    state(
      'charts of a year',
      'report=pictures&from=2026-01-01&to=2026-12-31',
      { 'GET /reports/pictures': someCharts('2026-01-01', 365) },
      { shows: ['лип.', 'Найбільше чеків'] },
    ),
    state(
      'charts of nothing',
      `report=pictures&${october}`,
      { 'GET /reports/pictures': noCharts('2026-10-01', 31) },
      { shows: ['Зараз жоден чек не очікує оплати.', 'За цей період немає фіскальних чеків.'] },
    ),
    state(
      'too much for charts',
      'report=pictures&from=2024-01-01&to=2026-10-31',
      {},
      {
        shows: ['Графіки показують не більше 400 днів.'],
      },
    ),
    state(
      'close of a settled day',
      'report=close&day=2026-11-16',
      { 'GET /reports/close': aSettledDay },
      {
        shows: ['До кінця 16.11.2026 усе залагоджено.', 'Що відбулося 16.11.2026'],
      },
    ),
    state(
      'close of an open day',
      'report=close&day=2026-11-16',
      { 'GET /reports/close': anOpenDay },
      {
        shows: ['До кінця 16.11.2026 залагоджено не все', 'До «Потребує уваги»', 'До розбіжностей'],
      },
    ),
    state(
      'close failing',
      'report=close',
      { 'GET /reports/close': { refused: 'server.database_unavailable' } },
      { shows: ['Спробувати ще раз'] },
    ),
  ],
}
