import { ended } from '../sentences.ts'

export interface UnboundReceived {
  ttn: string
  received: boolean
  /** What is known about its sender. */
  doubt: string | null
}

export const unboundReceivedWords = ({ ttn, received, doubt }: UnboundReceived): string =>
  `Посилку ${ttn} ${received ? 'отримано' : 'оплачено'}, а чека немає: не доведено, якій касі вона належить. ${ended(doubt ?? usualDoubt)} Коли чек за неї не потрібен, позначте чому.`

const usualDoubt =
  'Перевірте ключі Нової пошти на сторінці кас: один із них зараз не показує відправника або додано не всі'
