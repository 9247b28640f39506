/** The part of the catalogue of `errors.ts` that is about cash registers. */
export const registerErrors = {
  'register.not_found': { status: 404, detail: 'Такої каси немає або її видалено.' },
  'register.name_taken': { status: 409, detail: 'Каса «{name}» уже є. Виберіть іншу назву.' },
  'register.license_key_taken': {
    status: 409,
    detail: 'Цей ключ ліцензії вже має каса «{name}». Одну касу Checkbox не можна додати двічі.',
  },
  'register.is_default': {
    status: 409,
    detail: 'Це каса за замовчуванням. Спершу виберіть за замовчуванням іншу, тоді цю можна вимкнути або видалити.',
  },
  'register.not_active': {
    status: 409,
    detail: 'Вимкнена каса не може бути касою за замовчуванням. Спершу увімкніть її.',
  },
  'register.has_live_receipts': {
    status: 409,
    detail:
      'За цією касою є незавершені чеки, тому видалити її не можна. Дочекайтеся їхнього завершення або скасуйте їх.',
  },
  'register.has_unsettled_receipts': {
    status: 409,
    detail:
      'За касою ще не завершено {receipts}, зокрема {named}. {why} Ключ і PIN-код не змінено. Дочекайтеся, доки чеки завершаться, або скасуйте їх.',
  },
  'register.other_cashier': {
    status: 409,
    detail:
      'Теперішніх ключа ліцензії чи PIN-коду Checkbox більше не приймає, а нові належать іншому касирові цієї каси або їй самій після перереєстрації. За касою ще не завершено {receipts}, зокрема {named}. Якщо новий касир їх не бачить, Касир не вважатиме їх скасованими, і їх доведеться закрити з поясненням. Щоб зберегти нові дані, підтвердьте зміну касира (у запиті: confirm).',
  },
  'register.secret_unreadable': {
    status: 409,
    detail: 'Ключ або PIN-код каси не вдалося розшифрувати, тому його не використано. Введіть його ще раз.',
  },
  'register.secret_missing': {
    status: 409,
    detail: 'Каса не має ключа ліцензії або PIN-коду касира. Введіть їх у налаштуваннях каси.',
  },
} as const
