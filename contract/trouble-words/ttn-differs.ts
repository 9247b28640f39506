/** The CRM names another TTN than the order has. */
export interface OtherTtn {
  /** null: a person took it away. */
  ttn: string | null
  crm_ttn: string
  /** The receipt that is for the TTN of the order; null: there is none. */
  receipt: 'open' | 'fiscal' | null
  edited: boolean
}

export function otherTtnWords({ ttn, crm_ttn, receipt, edited }: OtherTtn): string {
  const head = `У CRM тепер ТТН ${crm_ttn}, а в замовленні ${ttn === null ? 'її прибрано' : `— ${ttn}`}; посилку за ТТН з CRM не відстежуємо.`
  if (receipt === null)
    return `${head} Якщо посилка їде за ТТН з CRM, візьміть її в замовлення; якщо правильне замовлення, підтвердьте це в ньому.`
  if (receipt === 'fiscal')
    return `${head} Чек за ТТН ${ttn} уже фіскальний. Якщо товар відправлено ще раз за ТТН з CRM, спершу потрібне повернення за цим чеком у кабінеті Checkbox; якщо ні, підтвердьте ТТН замовлення в ньому.`
  const then = edited ? 'візьміть ТТН з CRM у замовлення' : 'замовлення візьме ТТН з CRM саме'
  return `${head} Чек — для ТТН ${ttn}. Якщо посилка їде за ТТН з CRM, скасуйте чек, тоді ${then}, і створіть новий чек; якщо ні, підтвердьте ТТН замовлення в ньому.`
}
