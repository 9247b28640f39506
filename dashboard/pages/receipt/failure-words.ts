/** Where a person mends what stopped a receipt. */
export type Remedy = 'order' | 'register' | 'none'

interface FailureWords {
  reason: string
  fix: string
  remedy: Remedy
}

const words: Record<string, FailureWords | undefined> = {
  'receipt.refused': {
    reason: 'Checkbox не прийняв чека.',
    fix: 'Виправте в замовленні те, на що вказує Checkbox, і створіть чек ще раз.',
    remedy: 'order',
  },
  'receipt.bad_pin': {
    reason: 'Checkbox не прийняв PIN-коду каси.',
    fix: 'Перевірте PIN-код на сторінці кас і створіть чек ще раз.',
    remedy: 'register',
  },
  'receipt.bad_license_key': {
    reason: 'Checkbox не знає ключа ліцензії каси.',
    fix: 'Перевірте ключ на сторінці кас і створіть чек ще раз.',
    remedy: 'register',
  },
  'receipt.prepayment_failed': {
    reason: 'Чек передоплати не створено або повернено, тому й чека на залишок немає.',
    fix: 'Створіть передоплату ще раз.',
    remedy: 'none',
  },
}

const exhausted: FailureWords = {
  reason: 'Кілька спроб минуло, а чека в Checkbox немає.',
  fix: 'Це перевірено, тож новий чек не буде другим. Створіть чек ще раз; якщо не вдасться знову, перевірте касу.',
  remedy: 'register',
}

/** Why there is no receipt, by the code the server gives; the provider's own words stand beside. */
export const failureWords = (code: string | null): FailureWords => words[code ?? ''] ?? exhausted
