import type { RefObject } from 'react'
import type { Order } from '#/contract/orders.ts'
import { useShortcuts, type Shortcut } from '../../../keyboard/shortcuts.ts'
import { tabWords } from '#/contract/order-words.ts'
import type { Tab } from '#/contract/tabs.ts'
import { copyTtn } from './copy-ttn.ts'
import { tabOrder } from '../model/tab-order.ts'
import type { RowFocus } from '../model/use-row-focus.ts'
import type { SelectionState } from '../model/use-selection.ts'

interface Actions {
  focus: RowFocus
  selection: SelectionState
  box: RefObject<HTMLInputElement | null>
  open: (id: string, editing?: boolean) => void
  create: () => void
  prepay: (order: Order) => void
  cancel: (order: Order) => void
  hide: (order: Order) => void
  refresh: () => void
  goTo: (tab: Tab) => void
}

/** Every action of the list by a key. */
export function useOrderKeys(actions: Actions): void {
  const { focus, selection, box } = actions
  const withRow = (run: (order: Order) => void) => () => focus.row && run(focus.row.order)
  const extend = (by: 1 | -1) => () => {
    if (focus.row) selection.extendTo(focus.row.order)
    const next = focus.step(by)
    if (next) selection.extendTo(next.order)
  }
  const shortcuts: Shortcut[] = [
    { code: 'Slash', label: 'пошук', run: () => box.current?.select() },
    ...['KeyJ', 'ArrowDown'].map((code) => ({ code, label: 'наступний рядок', run: () => void focus.step(1) })),
    ...['KeyK', 'ArrowUp'].map((code) => ({ code, label: 'попередній рядок', run: () => void focus.step(-1) })),
    ...['Space', 'KeyS'].map((code) => ({ code, label: 'вибрати рядок', run: withRow(selection.toggle) })),
    { code: 'ArrowDown', shift: true, label: 'вибрати й перейти далі', run: extend(1) },
    { code: 'ArrowUp', shift: true, label: 'вибрати й перейти назад', run: extend(-1) },
    { code: 'KeyA', label: 'вибрати сторінку, ще раз — усі за фільтром', run: () => takeMore(selection) },
    { code: 'Escape', label: 'зняти вибір', run: selection.clear },
    { code: 'Enter', label: 'відкрити замовлення', run: withRow(({ id }) => actions.open(id)) },
    { code: 'KeyC', label: 'створити чек', run: actions.create },
    { code: 'KeyE', label: 'редагувати', run: withRow(({ id }) => actions.open(id, true)) },
    { code: 'KeyP', label: 'передоплата', run: withRow(actions.prepay) },
    { code: 'KeyX', label: 'скасувати чек', run: withRow(actions.cancel) },
    { code: 'KeyT', label: 'копіювати ТТН', run: withRow(copyTtn) },
    { code: 'Delete', label: 'приховати замовлення', run: withRow(actions.hide) },
    { code: 'KeyR', label: 'оновити', run: actions.refresh },
    ...tabOrder.map((tab, place) => ({
      code: `Digit${place + 1}`,
      label: `вкладка «${tabWords[tab]}»`,
      run: () => actions.goTo(tab),
    })),
  ]
  useShortcuts('Список замовлень', shortcuts, 'page')
}

function takeMore(selection: SelectionState): void {
  if (selection.isWholePage) selection.takeAll()
  else selection.takePage()
}
