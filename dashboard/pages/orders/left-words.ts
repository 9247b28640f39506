import { tabWords } from '#/contract/order-words.ts'
import type { ShownOrder } from './use-order-list.ts'

/** Why a row is greyed, short enough not to make it higher; null: it is of this list. */
export function leftWords({ left, order }: ShownOrder): string | null {
  switch (left) {
    case null:
      return null
    case 'moved':
      return `→\u00a0${tabWords[order.tab]}`
    case 'narrowed':
      return 'поза фільтрами'
    case 'hidden':
      return 'приховано'
  }
}
