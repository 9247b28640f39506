import type { UnreadableOrder } from '#/contract/orders.ts'

const fields: Record<string, string> = {
  order: 'замовлення',
  crm_id: 'ідентифікатор',
  number: 'номер',
  ordered_at: 'дата замовлення',
  updated_at: 'дата зміни',
  status: 'статус у CRM',
  recipient_name: 'одержувач',
  recipient_phone: 'телефон',
  ttn: 'ТТН',
  notes: 'примітки',
  total: 'сума замовлення',
  goods: 'товари',
  code: 'код',
  name: 'назва',
  price: 'ціна',
  quantity: 'кількість',
  discount: 'знижка',
}

/** «№ 84217 (ідентифікатор 17)»: as people in the shop call it, and as the CRM finds it. */
export function nameOf({ number, crm_id }: UnreadableOrder): string {
  if (crm_id === null) return number === null ? 'Без номера та ідентифікатора' : `№\u00a0${number}`
  return number === null ? `Ідентифікатор\u00a0${crm_id}` : `№\u00a0${number} (ідентифікатор\u00a0${crm_id})`
}

/** `goods/1/price` is «товар 2, ціна». */
export function fieldName(field: string): string {
  const [first = '', place, part] = field.split('/')
  if (place === undefined) return fields[first] ?? field
  const line = `товар\u00a0${Number(place) + 1}`
  return part === undefined ? line : `${line}, ${fields[part] ?? part}`
}
