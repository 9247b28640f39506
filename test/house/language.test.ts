import { describe, expect, test } from 'vitest'
import { lookAlikes, misplacedUkrainian, riddlingComments } from './language.ts'
import { bannedWords } from './words.ts'

describe('Ukrainian where only engineers and machines read is found', () => {
  test.each([
    ['server/auth/x.ts', '// рахуємо невдачі', 'a comment in Ukrainian'],
    ['contract/x.ts', '/** Один чек. */', 'a comment in Ukrainian'],
    ['server/auth/x.ts', 'const каса = 1', 'the name каса is in Ukrainian'],
    ['dashboard/x.tsx', 'const labels = { каса: 1 }', 'the name каса is in Ukrainian'],
    ['server/auth/x.ts', "sql`select 'каса'`", 'SQL in Ukrainian'],
    ['server/auth/x.ts', "log.info('готово')", 'a log line in Ukrainian'],
    ['server/auth/x.ts', 'app.log.warn({ err }, `помилка ${a}`)', 'a log line in Ukrainian'],
    ['server/auth/sessions/store.ts', "const a = 'готово'", 'text in Ukrainian'],
    ['server/orders/rules.ts', 'const a = `готово ${b}`', 'text in Ukrainian'],
    ['server/migrations/0001_a.ts', "const a = 'готово'", 'text in Ukrainian'],
  ])('%s: %s', (path, text, fault) => {
    expect(misplacedUkrainian([{ path, text }])).toEqual([`${path}:1 ${fault}`])
  })

  test.each([
    ['contract/errors.ts', "const a = { detail: 'Увійдіть, щоб продовжити.' }"],
    ['server/users/routes.ts', "const a = { summary: 'Усі користувачі' }"],
    ['server/cli/serve.ts', 'output.out(`Касир готовий: ${url}`)'],
    ['server/platform/encryption/keyring.ts', "throw new Error('Файл ключів пошкоджено.')"],
    ['server/auth/x.ts', '// «й» typed on another keyboard is the same letter.'],
    ['dashboard/pages/X.tsx', 'const a = <p>Готово</p>'],
    ['server/auth/x.test.ts', "// що завгодно\nconst каса = log.info('готово')"],
  ])('and where people read it is left alone: %s: %s', (path, text) => {
    expect(misplacedUkrainian([{ path, text }])).toEqual([])
  })
})

describe('Latin letters in Ukrainian words are found', () => {
  test.each([
    ['contract/x.ts', "const a = '\u0441айт c\u0430йт'", 'c\u0430йт'],
    ['README.uk.md', 'Відкрийте c\u0430йт', 'c\u0430йт'],
    ['dashboard/X.tsx', 'const a = <p>кас\u0061</p>', 'кас\u0061'],
    ['test/x.test.ts', "const a = '\u0430dmin'", '\u0430dmin'],
    ['docs/x.md', 'каса \u0069 чек', 'i'],
    ['server/x.ts', '// a c\u0430йт', 'c\u0430йт'],
  ])('%s: %s', (path, text, word) => {
    expect(lookAlikes([{ path, text }])).toEqual([`${path}:1 «${word}» mixes Latin and Cyrillic letters`])
  })

  test.each([
    String.raw`const a = 'Рядок\nДругий', b = '\u0430dmin'`,
    'const a = /[а-яіїєґ\u0061-z]+/u',
    "const a = 'JSON-вказівник, Z-звіт, ел. пошта a@b.ua і ще'",
    'const a = `${count}чеків`',
  ])('and what only stands side by side is left alone: %s', (text) => {
    expect(lookAlikes([{ path: 'contract/x.ts', text }])).toEqual([])
  })
})

describe('words people must not meet are found', () => {
  test.each([
    ...['наложений платіж', 'накладний платіж', 'Предоплата', 'отримувача', 'Невірний пароль', 'не співпадають'],
    ...['онлайн-каса', 'касовий апарат', 'чек пробито', 'анульовано', 'відмінено', 'Квитанція', 'заказ', 'отказ'],
    ...[
      'трек-код',
      'на протязі дня',
      'зворотній зв’язок',
      'імейл',
      'залогінитися',
      'объект',
      "зв'язок",
      'Зачекайте...',
    ],
  ])('%s', (words) => {
    for (const path of ['contract/x.ts', 'dashboard/x.tsx', 'server/x.ts', 'README.uk.md', 'docs/operating.md']) {
      expect(bannedWords([{ path, text: `const a = \`${words}\`` }])).toHaveLength(1)
    }
  })

  test('and the right ones are left alone, as are tests and what others say', () => {
    const right =
      'накладений платіж, передоплата, одержувач, неправильний, збігається, скасовано, замовлення, показати, наказ, вказівник, зворотний, протягом, накладна, зв’язок…'
    expect(bannedWords([{ path: 'contract/x.ts', text: right }])).toEqual([])
    for (const path of ['simulators/x.ts', 'server/x.test.ts', 'docs/x.md']) {
      expect(bannedWords([{ path, text: 'отримувач' }])).toEqual([])
    }
  })
})

describe('comments that hide their actor are found', () => {
  test.each([
    ['server/auth/x.ts', '// Whoever asks meanwhile waits.', 'Whoever'],
    ['server/auth/x.ts', '/**\n * First.\n * Who comes second waits.\n */', 'Who comes'],
    ['contract/x.ts', '// For who has a transaction already.', 'For who'],
    ['dashboard/x.tsx', '// What was told before.', 'told'],
    ['scripts/x.mjs', '// Nobody but the owner.', 'Nobody'],
    ['simulators/x.ts', '// The worker hears why.', 'hears'],
    ['server/x.ts', '// The receipt that is asked for.', 'is asked for'],
    ['test/support/x.ts', '// The clock stands still.', 'stands still'],
    ['server/x/sql/x.sql', '-- A screen is\n-- told.', 'told'],
  ])('%s: %s', (path, text, riddle) => {
    expect(riddlingComments([{ path, text }])[0]).toContain(`${path}:1 «${riddle}»`)
  })

  test.each([
    ['server/auth/x.ts', '// A request made during a run waits for the next one.'],
    ['server/auth/x.ts', '// Who may read it? The owner, who made it.'],
    ['server/auth/x.ts', "const nobody = 'told'"],
    ['server/auth/x.test.ts', '// Nobody is told.'],
    ['server/x/sql/x.sql', "select 'told'"],
  ])('and plain words are not: %s: %s', (path, text) => {
    expect(riddlingComments([{ path, text }])).toEqual([])
  })
})
