import type { Tab } from '#/contract/tabs.ts'

/** In the order of a parcel's life; the keys 1 to 4 follow it. */
export const tabOrder: readonly Tab[] = ['no_receipt', 'has_receipt', 'received', 'refused']
