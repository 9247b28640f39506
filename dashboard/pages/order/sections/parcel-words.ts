/** Two services of the carrier that people mix up: only the first can carry a receipt. */
export const codWords = { payment_control: 'контроль оплати', money_transfer: 'грошовий переказ' } as const
export const successorWords = { return: 'Повернення за ТТН', redirect: 'Переадресовано, нова ТТН' } as const
