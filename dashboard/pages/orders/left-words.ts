import { tabWords } from '#/contract/order-words.ts'
import type { ShownOrder } from './use-order-list.ts'

/** Why a row is greyed; null: it is of this list. */
export function leftWords({ left, order }: ShownOrder): string | null {
  switch (left) {
    case null:
      return null
    case 'moved':
      return `тепер у вкладці «${tabWords[order.tab]}»`
    case 'narrowed':
      return 'уже не відповідає фільтрам'
    case 'hidden':
      return 'приховано'
  }
}
