import { tabWords } from '#/contract/order-words.ts'
import type { Order } from '#/contract/orders.ts'

/** Why a row is greyed: it is no longer of this list. */
export const leftWords = ({ tab }: Order): string => `тепер у вкладці «${tabWords[tab]}»`
