export interface NotAsked {
  ttn: string
  /** The TTN that the carrier has sent it on under. */
  successor_ttn: string | null
  why: 'bad_number' | 'unknown_number' | 'no_key' | 'overdue' | 'unseen' | 'lost_on_its_way'
  /** The register of the parcel, and what is wrong with its key. */
  register: string | null
  trouble: string | null
}

const mendTtn =
  'Виправте ТТН у замовленні (якщо чек уже створено, спершу скасуйте його) або, якщо чек не потрібен, позначте чому.'
const look = 'Доти перевіряйте оплату в кабінеті Нової пошти.'

const sentences: Record<NotAsked['why'], (row: NotAsked) => string> = {
  bad_number: ({ ttn }) =>
    `Нова пошта не вважає «${ttn}» номером ТТН, тому про посилку її більше не питаємо. ${mendTtn}`,
  unknown_number: ({ ttn }) => `Нова пошта вже понад добу не знає ТТН ${ttn}, тому оплати за нею не видно. ${mendTtn}`,
  no_key: ({ ttn, register }) =>
    `Посилка ${ttn} належить касі «${register}», у якої немає ключа Нової пошти, тому оплати не видно. Додайте ключ на сторінці кас. ${look}`,
  overdue: ({ ttn, trouble }) =>
    `Про посилку ${ttn} уже понад 6 годин не вдається спитати Нову пошту, тому ні оплати, ні відмови не видно. ${trouble ?? 'Відповіді за ключами кас немає.'} Перевірте ключі Нової пошти на сторінці кас. ${look}`,
  unseen: ({ ttn, trouble }) =>
    `Чия посилка ${ttn}, уже понад 6 годин не вдається з’ясувати, тому оплати не видно. ${trouble ?? 'Відповіді за ключами кас немає.'} Перевірте ключі Нової пошти на сторінці кас. ${look}`,
  lost_on_its_way: ({ ttn, successor_ttn }) =>
    `Посилку ${ttn} переадресовано, але понад дві доби не видно, щоб вона їхала за новою ТТН ${successor_ttn}, тому й оплати не видно. Перевірте її в кабінеті Нової пошти: якщо нова ТТН інша, введіть її в замовленні; якщо чек не потрібен, позначте чому.`,
}

export const notAskedWords = (row: NotAsked): string => sentences[row.why](row)
