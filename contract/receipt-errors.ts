/** The part of the catalogue of `errors.ts` that is about receipts. */
export const receiptErrors = {
  'receipt.not_found': { status: 404, detail: 'Такого чека немає.' },
  'receipt.batch_not_found': { status: 404, detail: 'Такого масового створення чеків немає.' },
  'order.has_advance': {
    status: 409,
    detail:
      'Чек передоплати вже фіскальний і називає товари й суму, тому змінити їх не можна: лише ТТН, одержувача й примітку. Якщо товари чи сума інші, зробіть чек повернення передоплати в Checkbox.',
  },
  'receipt.exists': {
    status: 409,
    detail: 'У замовлення вже є чек. Новий можна створити, лише коли цей скасовано або повернено в Checkbox.',
  },
  'receipt.ttn_taken': {
    status: 409,
    detail: 'На цю посилку вже є чек іншого замовлення, №\u00a0{number}. На одну посилку буває один чек.',
  },
  'receipt.document_exists': {
    status: 409,
    detail:
      'За ТТН {ttn} у Checkbox уже є чек{sum} (каса «{cash_register}»), якого в Касирі немає. Другий не потрібен: прийміть цей або позначте його як не наш.',
  },
  'receipt.not_adoptable': {
    status: 409,
    detail: 'Такого документа Касир у Checkbox не бачив. Оновіть сторінку й спробуйте ще раз.',
  },
  'receipt.document_without_order': {
    status: 422,
    detail: 'Жодне замовлення не має ТТН цього документа, тож його немає до чого прийняти. Введіть ТТН у замовлення.',
  },
  'receipt.not_given_up': {
    status: 409,
    detail:
      'Закрити можна лише чек, який потребує уваги, якого Касир не бачить у Checkbox і який надіслано понад 10 хвилин тому.',
  },
  'receipt.document_found': {
    status: 409,
    detail:
      'У Checkbox за цією ТТН є чинний чек, тож закрити цей не можна. Прив’яжіть той чек, а якщо він не ваш, позначте його як не наш.',
  },
  'receipt.not_needed': {
    status: 409,
    detail:
      'Замовлення позначено як таке, що чека не потребує: «{reason}». Якщо чек потрібен, спершу зніміть позначку.',
  },
  'receipt.sums_agree': {
    status: 409,
    detail: 'Суми цього чека збігаються або їх уже прийнято. Робити нічого не треба.',
  },
  'receipt.sums_changed': {
    status: 409,
    detail: 'Суми тим часом змінилися, тому їх не прийнято. Перегляньте нові суми й вирішіть ще раз.',
  },
  'receipt.no_ttn': { status: 422, detail: 'У замовленні немає ТТН, а без неї чека не буде. Введіть ТТН.' },
  'receipt.not_bound': {
    status: 409,
    detail: 'Ще не відомо, якій касі належить посилка. Спитайте Нову пошту ще раз або зачекайте кілька хвилин.',
  },
  'receipt.not_ours': {
    status: 422,
    detail: 'Посилка не належить жодній із ваших кас: Нова пошта не показує її за жодним вашим ключем. Перевірте ТТН.',
  },
  'receipt.parcel_refused': {
    status: 422,
    detail: 'Одержувач відмовився від посилки, тож оплати не буде. Чек не потрібен.',
  },
  'receipt.parcel_deleted': { status: 422, detail: 'Цю ТТН видалено в Новій пошті. Введіть нову ТТН.' },
  'receipt.parcel_redirected': {
    status: 422,
    detail:
      'Посилку переадресовано, оплати за цією ТТН не буде. Введіть у замовлення нову ТТН ({ttn}) і створіть чек за нею.',
  },
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
    detail: 'Каса зараз не може створювати чеки. {detail}.',
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
    detail: 'До сплати {total}, а контроль оплати в накладній {control}: різниця {difference}. {advice}.',
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
  'receipt.not_fiscalizable': {
    status: 409,
    detail: 'Фіскалізувати ще раз можна лише чек, який Checkbox після оплати не зміг фіскалізувати.',
  },
  'receipt.being_fiscalized': {
    status: 409,
    detail:
      'Цей чек Checkbox уже попросили фіскалізувати. Зачекайте дві хвилини: якщо він не стане фіскальним, спробуйте ще раз.',
  },
  'receipt.not_fiscal_yet': {
    status: 409,
    detail: 'Копію можна надіслати лише з фіскального чека. Зачекайте, доки посилку оплатять і чек фіскалізується.',
  },
  'receipt.not_rechecked': { status: 409, detail: 'Перевіряти немає чого: стан цього чека відомий.' },
  'receipt.not_attachable': {
    status: 409,
    detail: 'Прив’язати документ можна лише до чека, який потребує уваги.',
  },
  'receipt.document_not_found': { status: 422, detail: 'Такого документа в Checkbox немає. Перевірте номер.' },
  'receipt.document_differs': {
    status: 422,
    detail: 'Цей документ належить іншому чеку: інша ТТН, сума чи каса. Прив’язати його не можна.',
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
  'receipt.document_may_be_own': {
    status: 409,
    detail:
      'Цей документ міг створити наш чек за цією ТТН, тож чужим його не позначити. Прив’яжіть документ до чека або видаліть його в кабінеті Checkbox.',
  },
  'receipt.orphan_not_found': {
    status: 404,
    detail:
      'Серед документів без чека такого немає: його вже прив’язано, видалено в Checkbox або позначено перевіреним.',
  },
} as const
