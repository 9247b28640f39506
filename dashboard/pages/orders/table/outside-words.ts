import { tabWords } from '#/contract/order-words.ts'
import type { ShownOrder } from '../model/use-order-list.ts'

/** Why a row is greyed, short enough not to make it higher; null: it belongs to this list. */
export function outsideWords({ outside, order }: ShownOrder): string | null {
  switch (outside) {
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
