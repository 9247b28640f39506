/** Ukrainian plural forms: «1 чек, 2 чеки, 5 чеків, 1,5 чека». */
export interface Forms {
  one: string
  few: string
  many: string
  other: string
}

const rules = new Intl.PluralRules('uk')
const numbers = new Intl.NumberFormat('uk-UA')

export const formatCount = (count: number): string => numbers.format(count)

export function pluralize(count: number, forms: Forms): string {
  const category = rules.select(count)
  const form = category === 'one' || category === 'few' || category === 'many' ? forms[category] : forms.other
  return `${numbers.format(count)}\u00a0${form}`
}
