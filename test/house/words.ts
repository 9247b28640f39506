import { isOutside, placeOf, type SourceFile } from './source.ts'

/** Words people must not meet: not Ukrainian, not the tax office's, or meaning something else in this trade. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/налож[еі]н\p{L}*/giu, 'післяплата'],
  [/накладн\p{L}+ платіж\p{L}*|накладн\p{L}+ платеж\p{L}*/giu, 'накладений платіж, післяплата'],
  [/предоплат\p{L}*/giu, 'передоплата'],
  [/отримувач\p{L}*/giu, 'одержувач'],
  [/невірн\p{L}*/giu, 'неправильний'],
  [/співпад\p{L}*/giu, 'збігається'],
  [/онлайн-кас\p{L}*/giu, 'ПРРО'],
  [/касов\p{L}+ апарат\p{L}*/giu, 'каса'],
  [/(?<!\p{L})пробит\p{L}*/giu, 'фіскалізовано'],
  [/анульов\p{L}*/giu, 'скасовано'],
  [/відмінен\p{L}*|відмінит\p{L}*/giu, 'скасовано'],
  [/квитанц\p{L}*/giu, 'чек'],
  [/(?<!\p{L})(за|от)каз(у|ів|и|ом|ати)?(?!\p{L})/giu, 'замовлення, відмова'],
  [/трек-код\p{L}*/giu, 'ТТН'],
  [/на протязі/giu, 'протягом'],
  [/зворотн(ій|я|є)(?!\p{L})/giu, 'зворотний'],
  [/(?<!\p{L})(емейл|імейл|е-мейл)\p{L}*/giu, 'ел. пошта'],
  [/(за|роз)логін\p{L}*/giu, 'увійти, вийти'],
  [/[ыэъё]/giu, 'a Ukrainian letter'],
  [/(?<=\p{Script=Cyrillic})['`"](?=\p{Script=Cyrillic})/gu, 'the apostrophe ’'],
  [/(?<=\p{Script=Cyrillic})\.{3}/gu, 'the sign …'],
]

/** Letters and words that are compared with a password or with what a CRM calls its statuses; no person reads them. */
const comparedOnly = /^server\/(auth\/passwords\/judge\/|integrations\/crm\/cancelled-statuses\.ts$)/

/** Pages that shops read; the others are for engineers. */
const pages: ReadonlySet<string> = new Set(['README.uk.md', 'docs/operating.md'])

export function bannedWords(files: readonly SourceFile[]): string[] {
  const inside = files.filter(
    (file) =>
      pages.has(file.path) ||
      (/^(contract|dashboard|server)\//.test(file.path) && !isOutside(file) && !comparedOnly.test(file.path)),
  )
  return inside.flatMap((file) =>
    banned.flatMap(([word, better]) =>
      [...file.text.matchAll(word)].map(
        ({ 0: found, index }) => `${placeOf(file, index)} says «${found}», better: ${better}`,
      ),
    ),
  )
}
