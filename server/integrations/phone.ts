/** Several phones in one text, with the words between them. */
const longest = 1000

/**
 * 380XXXXXXXXX where the phone can be read, however it is spelled; otherwise its digits as they came. A list gives its first
 * readable phone, and so does a text with several.
 */
export function toPhone(value: unknown): string {
  const given = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one).slice(0, longest)] : [],
  )
  const spellings = given.flatMap((text) => [text, ...text.split(/[,;/|\n]/)])
  for (const spelling of spellings) {
    const phone = fromDigits(digitsOf(spelling))
    if (phone !== null) return phone
  }
  return digitsOf(given.find((text) => digitsOf(text) !== '') ?? '')
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

function fromDigits(digits: string): string | null {
  const [, national] = /^(?:(?:00)?380|80|0)?(\d{9})$/.exec(digits) ?? []
  return national === undefined || national.startsWith('0') ? null : `380${national}`
}
