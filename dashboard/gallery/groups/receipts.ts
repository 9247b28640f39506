import { idOf } from '../fixtures/given.ts'
import { anOrder } from '../fixtures/orders.ts'
import { aShop } from '../fixtures/shop.ts'
import { everyPanel } from '../fixtures/panels.ts'
import type { Hand } from '../hand.ts'
import type { Group } from '../state.ts'

const ready = anOrder(2, { status: 7 })
const toCreate = { at: `/?order=${ready.id}`, answers: aShop({ orders: [ready] }) }
/** In the order that is open, not in the list below it. */
async function askToCreate(hand: Hand): Promise<void> {
  await hand.see('Чека за це замовлення ще немає.')
  await hand.press('Створити чек')
}

const attended = anOrder(4, {
  tab: 'has_receipt',
  receipt: {
    state: 'attention',
    problem: {
      code: 'receipt.silent',
      detail:
        'Checkbox довго не дає дізнатися, що з чеком. Другого чека не буде, і перевіряти далі Касир буде сам. Якщо чек видно в кабінеті Checkbox, прив’яжіть його або перевірте ще раз.',
    },
  },
})
const inDoubt = { at: `/?tab=has_receipt&order=${attended.id}`, answers: aShop({ orders: [attended] }) }
const unfiscal = anOrder(4, {
  tab: 'received',
  status: 9,
  parcel: { paid: true },
  receipt: {
    state: 'attention',
    problem: {
      code: 'receipt.receipt_error',
      detail:
        'Посилку оплачено, але Checkbox не фіскалізував чека: «Зміну закрито». Другий чек не потрібен: усуньте причину в кабінеті Checkbox, стан оновиться сам.',
    },
  },
})
const waiting = anOrder(6, { tab: 'has_receipt', receipt: { state: 'created' } })
const found = {
  provider_id: idOf('receipt', 900),
  ttn: '20450000000006',
  sum: ' на 651,00 ₴',
  cash_register: 'Основна',
}

export const receipts: Group = {
  name: 'receipts',
  states: [
    {
      name: 'the panel in every state',
      at: async () => (await import('../parts/ReceiptPanels.tsx')).ReceiptPanels,
      answers: aShop({ orders: everyPanel }),
      repeats: true,
      shows: ['Чека за це замовлення ще немає.', 'Чек фіскалізовано', 'Перевіряємо в Checkbox · спроба 2', 'Повернено'],
    },
    {
      ...toCreate,
      name: 'to be created',
      steps: askToCreate,
      shows: [/Створити чек за ТТН/, 'Залишок до сплати'],
    },
    {
      ...toCreate,
      name: 'refused: Checkbox has a document already',
      steps: async (hand) => {
        hand.answer({ 'POST /receipts': { refused: 'receipt.document_exists', params: found } })
        await askToCreate(hand)
        await hand.see('Залишок до сплати')
        await hand.press('Створити чек')
      },
      shows: ['Прийняти цей чек', 'Він не наш…'],
    },
    {
      ...toCreate,
      name: 'adopting refused: the sum differs',
      steps: async (hand) => {
        const { provider_id } = found
        const detail = 'Цей документ належить іншому чеку: інша ТТН, сума чи каса. Прив’язати його не можна.'
        hand.answer({
          'POST /receipts': { refused: 'receipt.document_exists', params: found },
          'POST /receipts/adopt': { adopted: [], refused: [{ provider_id, code: 'receipt.document_differs', detail }] },
        })
        await askToCreate(hand)
        await hand.see('Залишок до сплати')
        await hand.press('Створити чек')
        await hand.press('Прийняти цей чек')
      },
      shows: ['Сума в документі інша', 'Чому цю суму можна прийняти'],
    },
    {
      ...toCreate,
      name: 'a prepayment too large',
      steps: async (hand) => {
        await hand.press('Передоплата…')
        await hand.fill('Сума передоплати, ₴', '99999')
        await hand.press('Створити передоплату')
      },
      shows: [/меншою за суму замовлення/, 'Буде два документи:'],
      // Names of payment services.
      names: /^(LiqPay|WayForPay|Fondy|monopay)$/,
    },
    {
      ...toCreate,
      name: 'not needed',
      steps: async (hand) => {
        await hand.press('Чек не потрібен…')
        await hand.press('Позначити')
      },
      shows: [/Чек не потрібен — замовлення/, 'Введіть причину.'],
    },
    {
      name: 'to be cancelled',
      at: `/?tab=has_receipt&order=${waiting.id}`,
      answers: aShop({ orders: [waiting] }),
      steps: (hand) => hand.press('Скасувати чек…'),
      shows: ['Залишити чек', 'буде видалено в Checkbox'],
    },
    {
      ...inDoubt,
      name: 'given up',
      steps: (hand) => hand.press('У Checkbox такого чека немає…'),
      shows: ['Закрити чек, якого в Checkbox немає?', 'Не закривати'],
    },
    {
      ...inDoubt,
      name: 'attaching refused: the document differs',
      steps: async (hand) => {
        hand.answer({ 'POST /receipts/:id/attach': { refused: 'receipt.document_differs' } })
        await hand.press('Прив’язати документ…')
        await hand.fill('ID документа в Checkbox', idOf('receipt', 900))
        await hand.press('Прив’язати')
      },
      shows: ['Якщо інша лише сума: чому її можна прийняти'],
      names: /^(ID|ea9c|4d54|8dfe|6a372df97b5f|8f14e45f)$/,
    },
    {
      name: 'fiscalizing again refused',
      at: `/?tab=received&order=${unfiscal.id}`,
      answers: aShop(
        { orders: [unfiscal] },
        { 'POST /receipts/:id/fiscalize': { refused: 'receipt.not_fiscalizable' } },
      ),
      steps: (hand) => hand.press('Фіскалізувати ще раз'),
      shows: ['Фіскалізувати ще раз можна лише чек'],
    },
  ],
}
