import { aTransfer, aWithdrawn, oneWithdrawn, somePayees, somePayouts, someWithdrawn } from '../fixtures/money.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Answers } from '../fake-server.ts'
import type { Group, State } from '../state.ts'

const list = (answers: Answers = {}): Answers => ({
  'GET /money/payees': { items: somePayees },
  'GET /money/registers': { items: somePayouts.slice(0, 2), next_cursor: null },
  'GET /money/registers/withdrawn': { items: someWithdrawn, next_cursor: 'next' },
  ...answers,
})

const names = /^(xlsx|UA\d+)$/

const below = (name: string, answers: Answers, rest: Pick<State, 'shows'> & Partial<State>): State => ({
  name,
  at: '/money#withdrawn',
  answers: aShop({}, answers),
  names,
  ...rest,
})

const one = (
  name: string,
  answer: Answers['GET /money/registers/withdrawn/:id'],
  rest: Pick<State, 'shows' | 'steps'>,
): State => ({
  name,
  at: `/money/withdrawn/${aWithdrawn(1).id}`,
  answers: aShop({ user: aUser('auditor') }, { 'GET /money/registers/withdrawn/:id': answer }),
  names,
  ...rest,
})

const [short, long, replaced] = someWithdrawn.map((payout) => oneWithdrawn(payout))

/** Payout lists that no longer count. */
export const withdrawn: Group = {
  name: 'withdrawn',
  states: [
    below('closed', list(), { at: '/money', shows: ['Вилучені реєстри'] }),
    below('opened', list(), {
      at: '/money',
      steps: (hand) => hand.press('Вилучені реєстри'),
      shows: ['Вилучено: «Завантажено реєстр іншої крамниці»', 'Замінено новим файлом', 'З командного рядка'],
    }),
    below('come back to', list({ 'GET /money/registers': { items: [], next_cursor: null } }), {
      shows: [/Завантажте реєстр, який NovaPay надсилає листом/, 'Жоден підсумок їх не враховує.'],
    }),
    below('below a list that is filtered', list(), {
      at: '/money?from=2026-10-01#withdrawn',
      shows: ['Фільтри на них не діють.'],
    }),
    below('failing', list({ 'GET /money/registers/withdrawn': { refused: 'server.database_unavailable' } }), {
      shows: ['Потребують уваги: 3', 'Спробувати ще раз'],
    }),
    one('one', short, {
      shows: ['Вилучений реєстр № 40000018 від', 'Жоден підсумок не враховує цього реєстру.', 'Вирішено'],
    }),
    one('one with long names', long, { shows: ['Вилучений реєстр № 41234567890123456789 від'] }),
    one('one that was replaced', replaced, { shows: ['Замінений реєстр № 40000020 від'] }),
    one(
      'one of many transfers',
      oneWithdrawn(
        aWithdrawn(1),
        Array.from({ length: 201 }, (_, index) => aTransfer(index + 1, 'matched')),
      ),
      { steps: (hand) => hand.press('Показати ще'), shows: ['201 переказ', 'Показати ще'] },
    ),
    one('one, loading', 'silence', { shows: ['Вилучений реєстр'] }),
    one('one, failing', { refused: 'server.database_unavailable' }, { shows: ['Спробувати ще раз'] }),
    one('no such one', { refused: 'money.withdrawn_not_found' }, { shows: ['Такого вилученого реєстру немає'] }),
  ],
}
