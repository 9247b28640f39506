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

test('the glossary is heard when somebody does', () => {
  expect(violations('page', 'Отримувач не прийшов, наложений платіж не сплачено')).toHaveLength(2)
  expect(violations('page', 'Одержувач не прийшов, післяплату не сплачено')).toEqual([])
})
