import { sentenceOf } from '#/contract/errors.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { ago, idOf } from '../fixtures/given.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aUser } from '../fixtures/people.ts'
import { aShop } from '../fixtures/shop.ts'
import type { Batch } from '../../api/receipts.ts'
import type { Answers } from '../fake-server.ts'
import type { Hand } from '../hand.ts'
import type { Group } from '../state.ts'

const me = aUser()
const orders = Array.from({ length: 14 }, (_, place) => anOrder(120 + place))
const refusedOrder = (place: number, code: 'receipt.no_ttn' | 'receipt.not_ours' | 'receipt.not_tried') => ({
  order_id: orders[place]?.id ?? '',
  code,
  detail: sentenceOf(code),
})
const problem = { code: 'receipt.refused', detail: 'Checkbox не прийняв запиту: «Каса не оплачена».' }

function aBatch(number: number, states: readonly ReceiptState[], changes: Partial<Batch> = {}): Batch {
  const refused = [refusedOrder(12, 'receipt.no_ttn'), refusedOrder(13, 'receipt.not_ours')]
  return {
    id: idOf('batch', number),
    created_at: ago(6),
    created_by: { id: me.id, login: me.login },
    total: states.length + refused.length,
    accepted: states.length,
    refused,
    counts: Object.fromEntries(states.map((state) => [state, states.filter((one) => one === state).length])),
    finished: true,
    items: states.map((state, place) => ({
      order_id: orders[place]?.id ?? '',
      receipt_id: idOf('receipt', 120 + place),
      state,
      problem: state === 'failed' ? problem : null,
    })),
    ...changes,
  }
}

const running = aBatch(1, ['created', 'created', 'created', 'sending', 'queued', 'queued'], { finished: false })
const finished = aBatch(2, ['created', 'created', 'created', 'fiscalized'], { refused: [], total: 4 })
const mixed = aBatch(3, receiptStates)

const batchShop = (batches: readonly Batch[], answers: Answers = {}): Answers =>
  aShop(
    { orders, user: me },
    {
      'GET /receipts/batches/:id': ({ id }) =>
        batches.find((batch) => batch.id === id) ?? { refused: 'receipt.batch_not_found' },
      ...answers,
    },
  )

const docked = (...batches: readonly Batch[]) => ({
  at: '/settings',
  answers: batchShop(batches),
  kept: { [`kasyr-batches:${me.id}`]: batches.map(({ id }) => id).join(' ') },
})

const choose = async (hand: Hand) => {
  await hand.see('84320')
  hand.key('KeyA')
  await hand.press('Створити чеки')
}

export const bulk: Group = {
  name: 'bulk',
  states: [
    {
      name: 'asked before it begins',
      at: '/',
      answers: batchShop([], {
        'POST /receipts/preflight': {
          ready: 12,
          amount: 1_234_550,
          crm_cancelled: 2,
          refused: [refusedOrder(12, 'receipt.no_ttn'), refusedOrder(13, 'receipt.not_ours')],
        },
      }),
      steps: choose,
      shows: ['Буде створено 12 чеків на 12 345,50 ₴', 'Пропущено 2'],
    },
    {
      name: 'nothing to create',
      at: '/',
      answers: batchShop([], {
        'POST /receipts/preflight': {
          ready: 0,
          amount: 0,
          crm_cancelled: 0,
          refused: [refusedOrder(0, 'receipt.no_ttn')],
        },
      }),
      steps: choose,
      shows: ['Жодного чека зараз створити не можна'],
    },
    {
      name: 'asking failed',
      at: '/',
      answers: batchShop([], { 'POST /receipts/preflight': { refused: 'server.overloaded' } }),
      steps: choose,
      shows: ['Сервер зараз перевантажений.'],
    },
    { ...docked(running), name: 'dock, running', shows: [/Чеки \d+ з 8/, 'Зупинити решту'] },
    {
      ...docked(finished),
      name: 'dock, finished',
      shows: ['Чеки 4 з 4', 'Готово: 4 замовлення. Створено 4.', 'Показати звіт'],
    },
    {
      ...docked(finished),
      name: 'dock, finished and opened',
      steps: (hand) => hand.press(/^Чеки/),
      shows: ['Прибрати'],
    },
    {
      ...docked(mixed, running),
      name: 'dock, failed beside a running one',
      shows: [/Чеки \d+ з 12 не всі створено · \d+ з 8/],
    },
    { ...docked(mixed, finished), at: '/', name: 'dock, two finished over the list', shows: [/84320/, /Чеки/] },
    { ...docked(mixed, finished, running), name: 'dock, three bulks', shows: [/з 8 · ще 1/] },
    {
      name: 'report, every outcome',
      at: `/bulk/${mixed.id}`,
      answers: batchShop([mixed]),
      shows: ['Масове створення чеків', 'Повторити невдалі', 'Каса не оплачена'],
    },
    { name: 'report, running', at: `/bulk/${running.id}`, answers: batchShop([running]), shows: ['Зупинити решту'] },
    {
      name: 'report, not there',
      at: `/bulk/${mixed.id}`,
      answers: batchShop([]),
      shows: ['Такого масового створення немає'],
    },
  ],
}
