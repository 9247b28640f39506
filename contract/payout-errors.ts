/** The part of the catalogue of `errors.ts` that is about payout lists. */
export const payoutErrors = {
  'money.file_missing': { status: 400, detail: 'Додайте один файл реєстру переказів у полі file.' },
  'money.file_too_large': {
    status: 413,
    detail: 'Файл завеликий: реєстр переказів буває не більший за {most}. Перевірте, чи це той файл.',
  },
  'money.file_too_heavy': {
    status: 422,
    detail:
      'Файл не прочитано: на нього забракло відведеного часу або пам’яті. Нічого не змінено. Перевірте, чи це реєстр переказів, і збережіть його в табличному редакторі як новий файл XLSX.',
  },
  'money.busy': {
    status: 503,
    detail: 'Саме зараз обробляється інший реєстр переказів. Нічого не змінено; повторіть через {seconds}\u00a0с.',
  },
  'money.not_a_table': {
    status: 422,
    detail: 'Це не таблиця XLSX і не CSV, а {kind}. {advice}.',
  },
  'money.file_damaged': {
    status: 422,
    detail: 'Файл пошкоджено: {what}. Завантажте його з листа ще раз.',
  },
  'money.file_unsafe': {
    status: 422,
    detail: 'Файл не прочитано, щоб не нашкодити: {what}. Реєстр переказів такого не містить.',
  },
  'money.headings_missing': {
    status: 422,
    detail:
      'У файлі немає потрібних стовпців: {missing}. Знайдено: {found}. Перевірте, чи це реєстр переказів NovaPay.',
  },
  'money.heading_twice': {
    status: 422,
    detail: 'Два стовпці означають одне: «{heading}». Котрий із них правильний, невідомо, тож файл не взято.',
  },
  'money.foreign_register': {
    status: 422,
    detail: 'Це реєстр іншої служби: {whose}. Касир читає реєстри переказів NovaPay.',
  },
  'money.line_wrong': { status: 422, detail: 'Рядок {row} файлу: {what}. Нічого не завантажено.' },
  'money.totals_differ': {
    status: 422,
    detail: '«{column}»: у рядку «Всього» {stated}, а рядки разом дають {counted}. Нічого не завантажено.',
  },
  'money.lines_missing': { status: 422, detail: 'У файлі немає жодного переказу. Нічого не завантажено.' },
  'money.totals_unconfirmed': {
    status: 422,
    detail: 'У файлі немає рядка «Всього», тож суми треба перевірити самому й підтвердити.',
  },
  'money.payee_needed': {
    status: 422,
    detail: 'Одержувача «{name}» ще не було. Виберіть, чиї це гроші.',
  },
  'money.number_needed': { status: 422, detail: 'У файлі немає номера реєстру. Введіть його.' },
  'money.day_needed': { status: 422, detail: 'У файлі немає дати реєстру. Введіть її.' },
  'money.register_differs': {
    status: 409,
    detail:
      'Реєстр №\u00a0{number} від {day} уже завантажено з іншим умістом. Перегляньте, що змінилося, і підтвердьте виправлення.',
  },
  'money.register_not_found': { status: 404, detail: 'Такого реєстру переказів немає або його вилучено.' },
  'money.withdrawn_not_found': { status: 404, detail: 'Такого вилученого реєстру переказів немає.' },
  'money.payee_not_found': { status: 404, detail: 'Такого одержувача немає.' },
  'money.line_not_found': { status: 404, detail: 'Такого рядка реєстру немає.' },
  'money.line_not_open': { status: 409, detail: 'Цей рядок не потребує рішення.' },
  'money.parcel_not_found': { status: 404, detail: 'Такої оплаченої посилки немає.' },
  'money.parcel_not_open': { status: 409, detail: 'Ця посилка не потребує рішення.' },
  'money.parcel_not_settled': { status: 409, detail: 'Для цієї посилки рішення не записано.' },
  'money.line_not_settled': { status: 409, detail: 'Для цього рядка рішення не записано.' },
} as const
