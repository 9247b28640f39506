import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Words that our people do not use, or that mean something else to them; what to write instead stands beside each
 * (the sources are the tax office, the carrier and typography.org.ua).
 */
const banned: readonly { word: RegExp; instead: string }[] = [
  { word: /квитанці/i, instead: 'чек' },
  { word: /онлайн-?кас/i, instead: 'ПРРО або каса' },
  { word: /касов\S+ апарат/i, instead: 'каса' },
  { word: /наложен\S+ плат/i, instead: 'післяплата' },
  { word: /накладн(ий|ого|ому|им) платіж|накладн(ого|ому|им) платеж/i, instead: 'післяплата' },
  { word: /предоплат/i, instead: 'передоплата' },
  { word: /пробит(о|ий|и) чек|чек пробит/i, instead: 'фіскалізовано' },
  { word: /відмінен|анульован/i, instead: 'скасовано' },
  { word: /заказ/i, instead: 'замовлення' },
  { word: /отказ/i, instead: 'відмова' },
  { word: /отримувач/i, instead: 'одержувач' },
  { word: /(?<![а-яіїєґ])вручен/i, instead: 'отримано' },
  { word: /нотатк/i, instead: 'примітки' },
  { word: /невірн/i, instead: 'неправильний' },
  { word: /співпада/i, instead: 'збігається' },
  { word: /зворотн(ь|ій)/i, instead: 'зворотний' },
  { word: /на протязі/i, instead: 'протягом' },
  { word: /(?<![а-яіїєґ])(в|ви)ключ(ити|ено|іть)/i, instead: 'увімкнути, вимкнути' },
  { word: /слідуюч|приймати участь|любий /i, instead: 'українською' },
  { word: /чека? (?:за ТТН )?на решту/i, instead: 'залишок до сплати' },
  { word: /основн(?:ою|а каса|у касу|ої каси)/i, instead: 'каса за замовчуванням' },
  { word: /статус(?!\S* у CRM)/i, instead: 'стан; «статус у CRM» — слово CRM' },
  { word: /ЕТТН-чек|чек\S* (?:за )?ЕТТН/i, instead: 'чек за ТТН' },
  { word: /підпис\S* оплати|"Підпис діє/i, instead: 'назва оплати в чеку; електронний підпис' },
  { word: /Каса працює"/, instead: 'Каса увімкнена (перемикач), Працює (стан)' },
  { word: /податков\S+ код/i, instead: 'код податку' },
  { word: /експорт(?!\S*\.)|вивантаж/i, instead: 'завантажити' },
  { word: /(?<![а-яіїєґ])об(?:ер(?:іть|ете|и)|рати|ира)/i, instead: 'вибрати' },
  { word: /(?<![а-яіїєґ])впи[шс]/i, instead: 'ввести' },
  {
    word: /замовлен(?:о|ий|ого) (?:чек|скасув|повторн)|скасування (?:вже )?замовлен/i,
    instead: 'у черзі; запит прийнято',
  },
  { word: /чинн\S+ (?:адмін|користув)|чинн(?:і|их|им) чек/i, instead: 'активний (людина), незавершений (чек)' },
  {
    word: /з якої каси|відправлено (?:не )?з (?:ваших )?кас|бачить .{0,20}своєю/i,
    instead: 'якій касі належить посилка',
  },
  { word: /Він оновиться сам/, instead: 'Стан посилки оновиться сам' },
  { word: /не від цього чека/i, instead: 'належить іншому чеку' },
  { word: /ніж на суму/i, instead: 'товари на меншу суму, ніж замовлення' },
  { word: /чекає черги/i, instead: 'у черзі' },
  { word: /вдруге його не буде/i, instead: 'другого чека не буде' },
  { word: /минеться/i, instead: 'збій мине' },
  { word: /поодинок|(?<![а-яіїєґ])мовчать/i, instead: 'гарячі клавіші, не діють' },
  { word: /збережен\S* вигляд|вигляд(?:и|ів)(?![а-яіїєґ])|вигляд списку/i, instead: 'збережений список' },
  { word: /пакет\S* чеків|чек\S+ пакет|такого пакета/i, instead: 'масове створення чеків' },
  { word: /суми не буває/i, instead: 'сума завелика' },
  {
    word: /(?<![а-яіїєґ])до(?: |&nbsp;|\\u00a0)(?:кас|сторінки кас|користувачів)(?![а-яіїєґ])/i,
    instead: 'Відкрити каси',
  },
  { word: /показано (?:за|дані)(?![а-яіїєґ])/i, instead: 'дані станом на' },
  { word: /[`'"]CRM оновлено/, instead: 'Дані з CRM оновлено' },
  { word: /ТТН не ваша/i, instead: 'ТТН не вашої каси' },
  { word: /не зрозуміла/i, instead: 'незрозуміла' },
  { word: /(?<!ще )не відома(?![а-яіїєґ])/i, instead: 'невідома' },
  { word: /запустили/i, instead: 'запуск' },
  { word: /(?<![а-яіїєґ])їх завершення/i, instead: 'їхнє завершення' },
  { word: /якого створив/i, instead: 'який створив' },
  {
    word: /не (?:створив|прийняв|прийняла|приймає|скасував|фіскалізував) (?:чек|ключ|PIN-код|запит)(?![а-яіїєґ])/i,
    instead: 'родовий відмінок: не створив чека',
  },
  { word: /„/, instead: '«»' },
]

/** Texts of the carrier and the provider are theirs, and a search must know what people really type. */
const theirs = /stub-status-words|cancelled-statuses|decode-|\.test\.tsx?$/

const violations = (file: string, text: string): string[] =>
  banned.flatMap(({ word, instead }) => {
    const found = word.exec(text)
    return found ? [`${file}: «${found[0]}», а треба: ${instead}`] : []
  })

test('nobody reads a word that the glossary bans', () => {
  const files = globSync('{contract,dashboard,server}/**/*.{ts,tsx}', { exclude: ['dashboard/dist/**'] })
  expect(files.length).toBeGreaterThan(200)
  expect(
    files.filter((file) => !theirs.test(file)).flatMap((file) => violations(file, readFileSync(file, 'utf8'))),
  ).toEqual([])
})

/** What was mended once, as it stood on the screen. */
test.each([
  'Зробити касу основною',
  'Оновити статус',
  'Касир не має права створювати чеки ЕТТН',
  'Створюється ЕТТН-чек',
  'Підпис оплати в чеку',
  'Податкові коди',
  'Експорт у CSV',
  'Замовлення вивантажено файлом',
  'Оберіть інший',
  'Впишіть ТТН',
  'Замовлено чек на 100 ₴',
  'Скасування вже замовлено',
  'Це останній чинний адміністратор',
  'За цією касою є чинні чеки',
  'Посилку відправлено з каси «Перша»',
  'Жодна з ваших кас не бачить цю посилку своєю',
  'Збережені вигляди',
  'Пакет чеків',
  'До сторінки кас',
  'До&nbsp;кас',
  'показано за 14:05',
  'відповідь CRM не зрозуміла',
  'чек, якого створив не Касир',
  'Checkbox не прийняв PIN-код каси',
])('the glossary bans «%s»', (words) => {
  expect(violations('page', words)).toHaveLength(1)
})

test.each([
  'Статус у CRM',
  'Основна',
  'До касира',
  'Очікується вигляд 2026-03-09',
  'Checkbox не прийняв чека',
  'Вигляд',
])('the glossary has nothing against «%s»', (words) => {
  expect(violations('page', words)).toEqual([])
})

test('the glossary is heard when somebody does', () => {
  expect(violations('page', 'Отримувач не прийшов, наложений платіж не сплачено')).toHaveLength(2)
  expect(violations('page', 'Одержувач не прийшов, післяплату не сплачено')).toEqual([])
})
