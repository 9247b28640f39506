import type { titles } from './problem-titles.ts'
import { payoutErrors } from './payout-errors.ts'
import { receiptErrors } from './receipt-errors.ts'
import { registerErrors } from './register-errors.ts'
import { capitalized } from './sentences.ts'

/**
 * Every refusal the service can give: its stable code, its HTTP status and the Ukrainian sentence a person reads
 * (what happened, why, what to do). A code that is not here cannot be thrown. `{name}` is filled from the parameters.
 */
interface CatalogueEntry {
  status: keyof typeof titles
  detail: string
}

const catalogue = <const Code extends string>(entries: Record<Code, CatalogueEntry>) => entries

export const errors = catalogue({
  'request.malformed': {
    status: 400,
    detail: 'Не вдалося прочитати запит: тіло має бути правильним JSON у кодуванні UTF-8.',
  },
  'request.invalid': { status: 400, detail: 'У запиті є помилки. Виправте позначені поля й повторіть.' },
  'request.cross_site': {
    status: 403,
    detail: 'Запит надійшов з іншого сайту, тому його відхилено. Відкрийте Касир за його власною адресою.',
  },
  'request.not_found': { status: 404, detail: 'Такої адреси немає. Перевірте посилання.' },
  'request.method_not_allowed': { status: 405, detail: 'Ця адреса не приймає метод {method}. Дозволено: {allow}.' },
  'request.wrong_host': {
    status: 421,
    detail:
      'Касир не знає адреси, за якою його відкрито. Відкрийте його за власною адресою або введіть цю в KASYR_PUBLIC_URL і перезапустіть Касир.',
  },
  'request.too_large': { status: 413, detail: 'Запит завеликий. Зменште його й повторіть.' },
  'request.unsupported_media_type': { status: 415, detail: 'Тіло запиту має бути у форматі application/json.' },
  'request.rate_limited': { status: 429, detail: 'Забагато запитів. Повторіть через {seconds}\u00a0с.' },

  'auth.required': { status: 401, detail: 'Увійдіть, щоб продовжити.' },
  'auth.session_ended': { status: 401, detail: 'Ваш сеанс завершено. Увійдіть ще раз.' },
  'auth.invalid_credentials': { status: 401, detail: 'Неправильний логін або пароль.' },
  'auth.one_time_expired': {
    status: 401,
    detail: 'Строк дії одноразового пароля минув. Попросіть адміністратора видати новий.',
  },
  'auth.refresh_invalid': { status: 401, detail: 'Сеанс не вдалося поновити. Увійдіть ще раз.' },
  'auth.refresh_reused': {
    status: 401,
    detail:
      'Ключ сеансу використано вдруге, тому з міркувань безпеки сеанс завершено. Увійдіть ще раз; якщо це були не ви, змініть пароль.',
  },
  'auth.account_disabled': {
    status: 403,
    detail: 'Обліковий запис вимкнено. Зверніться до адміністратора.',
  },
  'auth.forbidden': { status: 403, detail: 'Для цієї дії бракує прав. Зверніться до адміністратора.' },
  'auth.password_change_required': {
    status: 403,
    detail: 'Спершу змініть одноразовий пароль на власний.',
  },
  'auth.wrong_current_password': { status: 403, detail: 'Поточний пароль неправильний.' },
  'auth.reauth_required': {
    status: 403,
    detail: 'Введіть свій пароль ще раз: це важлива зміна, а від останнього разу минуло понад 15 хвилин.',
  },
  'auth.second_factor_required': {
    status: 401,
    detail: 'Пароль правильний. Тепер введіть шість цифр із застосунку або код відновлення.',
  },
  'auth.second_factor_wrong': {
    status: 401,
    detail: 'Код неправильний або вже використаний. Введіть наступний код із застосунку або інший код відновлення.',
  },
  'auth.second_factor_needed': {
    status: 403,
    detail: 'Спершу налаштуйте другий фактор входу: без нього ця дія недоступна.',
  },
  'auth.second_factor_not_shown': {
    status: 403,
    detail: 'Підтвердьте, що це ви: введіть пароль і покажіть другий фактор, який у вас уже є.',
  },
  'auth.second_factor_exists': {
    status: 409,
    detail: 'Застосунок з кодами вже під’єднано. Щоб під’єднати інший, спершу від’єднайте цей.',
  },
  'auth.second_factor_missing': { status: 409, detail: 'Другий фактор не налаштовано, тож робити тут немає чого.' },
  'auth.code_wrong': {
    status: 422,
    detail:
      'Код не підходить або вже використаний. Перевірте час на телефоні й введіть код, який застосунок показує зараз.',
  },
  'auth.passkey_wrong': {
    status: 401,
    detail: 'Ключ доступу не підійшов. Спробуйте ще раз або увійдіть з паролем.',
  },
  'passkey.invalid': { status: 422, detail: 'Ключ доступу не вдалося перевірити. Спробуйте ще раз.' },
  'passkey.wrong_address': {
    status: 422,
    detail:
      'За цією адресою браузер не дає користуватися ключами доступу. Відкрийте Касир через https або за адресою http://localhost і повторіть.',
  },
  'passkey.not_found': { status: 404, detail: 'Такого ключа доступу немає або його вже видалено.' },
  'passkey.too_many': { status: 422, detail: 'Ключів доступу вже {most}, більше не можна. Видаліть зайві.' },
  'auth.password_too_simple': {
    status: 422,
    detail: 'Такий пароль легко вгадати. Візьміть довший: наприклад, кілька не пов’язаних між собою слів.',
  },
  'auth.password_unchanged': { status: 422, detail: 'Новий пароль збігається з поточним. Виберіть інший.' },
  'auth.throttled': {
    status: 429,
    detail: 'Забагато невдалих спроб входу. Спробуйте ще раз через {seconds}\u00a0с.',
  },
  'auth.busy': {
    status: 503,
    detail: 'Зараз входить забагато людей одразу. Пароль ще не перевірено: спробуйте ще раз через {seconds}\u00a0с.',
  },

  'receipt.copy_too_often': {
    status: 429,
    detail: 'Копію цього чека щойно надсилали або копій забагато. Повторіть через {seconds}\u00a0с.',
  },

  'event.too_many_streams': {
    status: 429,
    detail: 'Відкрито вже {most} потоків подій, більше не можна. Закрийте зайві вікна чи програми й повторіть.',
  },

  'session.not_found': { status: 404, detail: 'Такого сеансу немає або його вже завершено.' },

  'user.not_found': { status: 404, detail: 'Такого користувача немає.' },
  'user.login_taken': { status: 409, detail: 'Логін «{login}» уже зайнятий. Виберіть інший.' },
  'user.own_reset': {
    status: 409,
    detail: 'Це ви самі: свій пароль змініть на сторінці «Пароль», а другий фактор — на сторінці «Безпека».',
  },
  'user.last_admin': {
    status: 409,
    detail: 'Це останній активний адміністратор. Спершу призначте іншого.',
  },

  'order.not_found': { status: 404, detail: 'Такого замовлення немає або його приховано.' },
  'order.has_receipt': {
    status: 409,
    detail:
      'Замовлення вже має чек, тому змінити його не можна. Спершу скасуйте чек, а якщо він фіскальний, зробіть чек повернення в Checkbox.',
  },
  'order.no_left_sale': {
    status: 404,
    detail: 'Посилки без чека за цією ТТН у замовлення немає: або її вже позначено, або ТТН інша.',
  },
  'order.version_conflict': {
    status: 412,
    detail: 'Замовлення тим часом змінив хтось інший. Оновіть сторінку, перегляньте зміни й повторіть.',
  },
  'order.changed': {
    status: 412,
    detail:
      'Замовлення змінилося, відколи ви його бачили, тому чека не створено. Перегляньте замовлення ще раз і створіть чек.',
  },

  'order.export_too_large': {
    status: 422,
    detail: 'Замовлень більше ніж {most}, в один файл вони не помістяться. Виберіть коротший проміжок часу.',
  },

  'crm.nothing_to_decide': {
    status: 409,
    detail: 'Вирішувати нічого: для CRM з налаштувань уже відомо, чиї в неї замовлення. Нічого не змінено.',
  },
  'crm.other_meanwhile': {
    status: 409,
    detail:
      'Рішення стосується іншої CRM, ніж та, з якою Касир працює зараз, тому нічого не змінено. Перевірте обидві адреси й вирішіть ще раз.',
  },

  'view.not_found': { status: 404, detail: 'Такого збереженого списку немає або його вже видалено.' },
  'view.too_many': { status: 422, detail: 'Збережено вже {most} списків, більше не можна. Видаліть зайві.' },

  ...registerErrors,

  'parcel.no_ttn': {
    status: 422,
    detail: 'У замовленні немає ТТН, тому питати Нову пошту немає про що. Введіть ТТН і повторіть.',
  },
  'parcel.bad_ttn': {
    status: 422,
    detail: 'Нова пошта не вважає це номером ТТН. Перевірте номер і виправте його в замовленні.',
  },
  'parcel.no_register': {
    status: 409,
    detail: 'Немає каси з ключем Нової пошти, яким можна спитати про цю посилку. Додайте ключ на сторінці кас.',
  },

  ...receiptErrors,
  ...payoutErrors,

  'fiscal.failed': { status: 502, detail: 'Не вдалося спитати Checkbox. {detail}. Спробуйте ще раз за кілька хвилин.' },

  'request.in_progress': {
    status: 409,
    detail: 'Такий самий запит уже виконується. Зачекайте на його відповідь.',
  },
  'request.key_reused': {
    status: 422,
    detail: 'Цей Idempotency-Key вже використано з іншим запитом. Візьміть новий.',
  },

  'carrier.key_rejected': {
    status: 502,
    detail: 'Стан посилки не оновлено. {detail}. Новий ключ вводять на сторінці кас.',
  },
  'carrier.unreachable': {
    status: 502,
    detail: 'Не вдалося з’єднатися з Новою поштою. {detail}. Стан посилки оновиться сам, щойно зв’язок відновиться.',
  },
  'carrier.bad_answer': {
    status: 502,
    detail: 'Нова пошта відповіла незрозуміло. {detail}. Спробуйте ще раз за кілька хвилин.',
  },
  'carrier.busy': {
    status: 503,
    detail: 'Стан посилки поки що не оновлено. {detail}. Спробуємо ще раз самі.',
  },
  'carrier.unavailable': {
    status: 503,
    detail: 'Стан посилки поки що не оновлено. {detail}. Спробуємо ще раз самі.',
  },
  'carrier.timeout': {
    status: 504,
    detail: 'Стан посилки поки що не оновлено. {detail}. Спробуємо ще раз самі.',
  },

  'server.error': {
    status: 500,
    detail: 'Щось пішло не так. Спробуйте ще раз; якщо не допоможе, повідомте код {request_id}.',
  },
  'server.files_waiting': {
    status: 503,
    detail: 'Зараз обробляються інші файли, і черга заповнена. Нічого не змінено; повторіть через {seconds}\u00a0с.',
  },
  'server.file_too_heavy': {
    status: 422,
    detail: 'Файл вийшов завеликим: забракло часу або пам’яті. Звузьте період чи відбір або завантажте CSV.',
  },
  'server.overloaded': { status: 503, detail: 'Сервер зараз перевантажений. Повторіть через кілька секунд.' },
  'server.database_unavailable': {
    status: 503,
    detail: 'База даних тимчасово недоступна. Нічого не втрачено, повторіть через кілька секунд.',
  },
})

export type ErrorCode = keyof typeof errors
export type ErrorParams = Record<string, string | number>

/** A field that was refused: where (JSON pointer) and why, in Ukrainian. */
export interface FieldError {
  pointer: string
  detail: string
}

/** A refusal a person may read. Anything else that is thrown is a fault of ours and becomes `server.error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: readonly FieldError[]

  constructor(code: ErrorCode, params: ErrorParams = {}, fields: readonly FieldError[] = []) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
    this.fields = fields
  }
}

/** Throws the refusal that a rule (`whyNot…`) gives; null: it gives none. */
export function refuseIf(reason: ErrorCode | null): void {
  if (reason !== null) throw new AppError(reason)
}

/** What is put in begins with a capital where a sentence begins with it. */
export function sentenceOf(code: ErrorCode, params: ErrorParams = {}): string {
  return errors[code].detail.replace(/(^|[.!?] )?\{(\w+)\}/g, (whole, start: string | undefined, name: string) => {
    const value = params[name]
    if (value === undefined) return whole
    return start === undefined ? String(value) : start + capitalized(String(value))
  })
}
