/**
 * Every refusal the service can give: its stable code, its HTTP status and the Ukrainian sentence a person reads
 * (what happened, why, what to do). A code that is not here cannot be thrown. `{name}` is filled from the parameters.
 */
interface CatalogueEntry {
  status: number
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
      'Касир не знає адреси, за якою його відкрито. Відкрийте його за власною адресою або впишіть цю в KASYR_PUBLIC_URL і перезапустіть Касир.',
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
      'Токен поновлення вже використано, тому з міркувань безпеки сеанс завершено. Увійдіть ще раз; якщо це були не ви, змініть пароль.',
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
  'auth.second_factor_exists': {
    status: 409,
    detail: 'Застосунок з кодами вже під’єднано. Щоб під’єднати інший, спершу від’єднайте цей.',
  },
  'auth.second_factor_missing': { status: 409, detail: 'Другий фактор не налаштовано, тож робити тут нічого.' },
  'auth.code_wrong': {
    status: 422,
    detail: 'Код не підходить. Перевірте час на телефоні й введіть код, який застосунок показує зараз.',
  },
  'auth.passkey_wrong': {
    status: 401,
    detail: 'Ключ доступу не підійшов. Спробуйте ще раз або увійдіть з паролем.',
  },
  'passkey.invalid': { status: 422, detail: 'Ключ доступу не вдалося перевірити. Спробуйте додати його ще раз.' },
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
  'auth.password_unchanged': { status: 422, detail: 'Новий пароль збігається з поточним. Оберіть інший.' },
  'auth.throttled': {
    status: 429,
    detail: 'Забагато невдалих спроб входу. Спробуйте ще раз через {seconds}\u00a0с.',
  },

  'event.too_many_streams': {
    status: 429,
    detail: 'Відкрито вже {most} потоків подій, більше не можна. Закрийте зайві вікна чи програми й повторіть.',
  },

  'session.not_found': { status: 404, detail: 'Такого сеансу немає або його вже завершено.' },

  'user.not_found': { status: 404, detail: 'Такого користувача немає.' },
  'user.login_taken': { status: 409, detail: 'Логін «{login}» уже зайнятий. Оберіть інший.' },
  'user.last_admin': {
    status: 409,
    detail: 'Це останній чинний адміністратор. Спершу призначте іншого.',
  },

  'order.not_found': { status: 404, detail: 'Такого замовлення немає або його приховано.' },
  'order.has_receipt': {
    status: 409,
    detail: 'Замовлення вже має чек, тому змінити його не можна. Спершу скасуйте чек.',
  },
  'order.version_conflict': {
    status: 412,
    detail: 'Замовлення тим часом змінив хтось інший. Оновіть сторінку, перегляньте зміни й повторіть.',
  },

  'order.export_too_large': {
    status: 422,
    detail: 'Замовлень більше ніж {most}, в один файл вони не помістяться. Оберіть коротший проміжок часу.',
  },

  'view.not_found': { status: 404, detail: 'Такого збереженого вигляду немає або його вже видалено.' },
  'view.too_many': { status: 422, detail: 'Збережено вже {most} виглядів, більше не можна. Видаліть зайві.' },

  'register.not_found': { status: 404, detail: 'Такої каси немає або її видалено.' },
  'register.name_taken': { status: 409, detail: 'Каса «{name}» уже є. Оберіть іншу назву.' },
  'register.license_key_taken': {
    status: 409,
    detail: 'Цей ключ ліцензії вже має каса «{name}». Одну касу Checkbox не можна додати двічі.',
  },
  'register.is_default': {
    status: 409,
    detail: 'Це основна каса. Спершу зробіть основною іншу, тоді цю можна вимкнути або видалити.',
  },
  'register.not_active': { status: 409, detail: 'Вимкнена каса не може бути основною. Спершу увімкніть її.' },
  'register.has_live_receipts': {
    status: 409,
    detail: 'За цією касою є чинні чеки, тому видалити її не можна. Дочекайтеся їх завершення або скасуйте їх.',
  },
  'register.secret_unreadable': {
    status: 409,
    detail: 'Ключ або PIN-код каси не вдалося розшифрувати, тому його не використано. Введіть його ще раз.',
  },
  'register.secret_missing': {
    status: 409,
    detail: 'Каса не має ключа ліцензії або PIN-коду касира. Введіть їх у налаштуваннях каси.',
  },

  'parcel.no_ttn': {
    status: 422,
    detail: 'У замовленні немає ТТН, тому питати Нову пошту немає про що. Впишіть ТТН і повторіть.',
  },
  'parcel.bad_ttn': {
    status: 422,
    detail: 'Нова пошта не вважає це номером ТТН. Перевірте номер і виправте його в замовленні.',
  },
  'parcel.no_register': {
    status: 409,
    detail: 'Немає каси з ключем Нової пошти, яким можна спитати про цю посилку. Додайте ключ на сторінці кас.',
  },

  'receipt.not_found': { status: 404, detail: 'Такого чека немає.' },
  'receipt.batch_not_found': { status: 404, detail: 'Такого пакета чеків немає.' },
  'receipt.exists': { status: 409, detail: 'У замовлення вже є чек. Новий можна створити, лише коли цей скасовано.' },
  'receipt.ttn_taken': {
    status: 409,
    detail: 'За цією ТТН уже є чек іншого замовлення, №\u00a0{number}. На одну посилку буває один чек.',
  },
  'receipt.no_ttn': { status: 422, detail: 'У замовленні немає ТТН, а без неї чека не буде. Впишіть ТТН.' },
  'receipt.not_bound': {
    status: 409,
    detail: 'Ще не відомо, з якої каси відправлено посилку. Спитайте Нову пошту ще раз або зачекайте кілька хвилин.',
  },
  'receipt.not_ours': {
    status: 422,
    detail: 'Посилку відправлено не з ваших кас: жоден ключ Нової пошти не бачить її своєю. Перевірте ТТН.',
  },
  'receipt.parcel_refused': {
    status: 422,
    detail: 'Одержувач відмовився від посилки, тож оплати не буде. Чек не потрібен.',
  },
  'receipt.parcel_deleted': { status: 422, detail: 'Цю ТТН видалено в Новій пошті. Впишіть чинну ТТН.' },
  'receipt.money_transfer': {
    status: 422,
    detail:
      'Післяплату оформлено грошовим переказом, а чек за ТТН можливий лише з контролем оплати. Переоформте накладну з контролем оплати.',
  },
  'receipt.no_payment_control': {
    status: 422,
    detail: 'У накладній немає контролю оплати, тож чек за ТТН неможливий. Додайте контроль оплати в Новій пошті.',
  },
  'receipt.register_unusable': {
    status: 409,
    detail: 'Каса зараз не може створювати чеки: {detail}.',
  },
  'receipt.register_unchecked': {
    status: 409,
    detail: 'Касу ще не перевірено в Checkbox, тож не відомо, чи вона тестова. Перевірте з’єднання на сторінці кас.',
  },
  'receipt.no_goods': { status: 422, detail: 'У замовленні немає товарів. Додайте хоча б один.' },
  'receipt.zero_price': {
    status: 422,
    detail: 'Є товар з нульовою ціною чи сумою, а такого чека не приймуть. Приберіть цей рядок або поставте ціну 0,01.',
  },
  'receipt.goods_below_total': {
    status: 422,
    detail: 'Товарів на {goods}, а сума замовлення {total}. Виправте товари або суму.',
  },
  'receipt.sum_mismatch': {
    status: 422,
    detail:
      'До сплати {total}, а контроль оплати в накладній {control}: різниця {difference}. Виправте суму замовлення або накладну.',
  },
  'receipt.prepayment_too_large': {
    status: 422,
    detail: 'Передоплата має бути більшою за нуль і меншою за суму замовлення.',
  },
  'receipt.listed_twice': {
    status: 409,
    detail: 'Замовлення вказано в переліку двічі, а чек створюється один. Робити нічого не треба.',
  },
  'receipt.not_tried': {
    status: 409,
    detail: 'До цього замовлення черга не дійшла: роботу перервано. Створіть для нього чек ще раз.',
  },
  'receipt.fiscalized': {
    status: 409,
    detail: 'Чек уже фіскалізовано, скасувати його не можна. Можливе лише повернення в Checkbox.',
  },
  'receipt.not_rechecked': { status: 409, detail: 'Перевіряти нічого: стан цього чека відомий.' },
  'receipt.not_attachable': {
    status: 409,
    detail: 'Прив’язати документ можна лише до чека, який потребує уваги.',
  },
  'receipt.document_not_found': { status: 422, detail: 'Такого документа в Checkbox немає. Перевірте номер.' },
  'receipt.document_differs': {
    status: 422,
    detail: 'Цей документ не від цього чека: інша ТТН, сума чи каса. Прив’язати його не можна.',
  },
  'receipt.document_ended': {
    status: 422,
    detail: 'Цей документ у Checkbox уже не чинний: його скасовано або фіскалізувати не вдалося. Вкажіть чинний.',
  },
  'receipt.document_known': {
    status: 409,
    detail: 'Цей чек уже має свій документ у Checkbox, іншого прив’язати не можна. Перевірте чек ще раз.',
  },
  'receipt.document_taken': { status: 409, detail: 'Цей документ уже прив’язано до іншого чека.' },
  'receipt.orphan_not_found': {
    status: 404,
    detail:
      'Серед документів без чека такого немає: його вже прив’язано, видалено в Checkbox або позначено перевіреним.',
  },

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
    detail: 'Стан посилки поки що не оновлено. {detail}. Він оновиться сам.',
  },
  'carrier.unavailable': {
    status: 503,
    detail: 'Стан посилки поки що не оновлено. {detail}. Він оновиться сам.',
  },
  'carrier.timeout': {
    status: 504,
    detail: 'Стан посилки поки що не оновлено. {detail}. Він оновиться сам.',
  },

  'server.error': {
    status: 500,
    detail: 'Щось пішло не так. Спробуйте ще раз; якщо не допоможе, повідомте код {request_id}.',
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

export function sentenceOf(code: ErrorCode, params: ErrorParams = {}): string {
  return errors[code].detail.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}
