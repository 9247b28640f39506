const fieldWords: Record<string, string> = {
  name: 'Назва',
  role: 'Роль',
  disabled: 'Вимкнено',
  recipient: 'Одержувач',
  ttn: 'ТТН',
  notes: 'Примітки',
  goods: 'Товари',
  total: 'Сума',
  active: 'Увімкнено',
  is_default: 'За замовчуванням',
  payment_label: 'Назва оплати в чеку',
  tax_codes: 'Коди податку',
  license_key: 'Ключ ліцензії',
  pin: 'PIN-код',
  carrier_key: 'Ключ Нової пошти',
}

export const fieldWord = (field: string): string => fieldWords[field] ?? field

/** Within a sentence; a word in capitals and the names inside stay as they are. */
export function fieldWordInside(field: string): string {
  const word = fieldWord(field)
  return /^\p{Lu}\p{Ll}/u.test(word) ? word.charAt(0).toLocaleLowerCase('uk') + word.slice(1) : word
}
