/**
 * Decimals as CRMs send them, to whole units of 10^-scale (kopiykas: 2, thousandths of a piece: 3), exactly or not at all.
 *
 * A JSON number has been a float somewhere: 0.1 + 0.2 arrives as 0.30000000000000004 and means 0.30, so noise far below
 * one unit is dropped. A real fraction of a unit (12.345 of money) is not rounded: the receipt would show another sum.
 */
export function toUnits(value: unknown, scale: 2 | 3): number | null {
  if (typeof value === 'number') return fromNumber(value, scale)
  if (typeof value === 'string' && value.length <= longest) return fromText(value, scale)
  return null
}

/** With all its blanks; a longer text is no sum. */
const longest = 100

/** In units. Float noise of a sum in any shop is a thousand times smaller; a meant fraction, even 0.0001, is larger. */
const noise = 1e-4

function fromNumber(value: number, scale: number): number | null {
  const units = value * 10 ** scale
  const whole = Math.round(units)
  return value >= 0 && Number.isSafeInteger(whole) && Math.abs(units - whole) < noise ? whole : null
}

const currency = /(?:грн\.?|₴|uah)$/iu
/** Spaces of every kind (JavaScript's \s has the no-break ones) and the apostrophe group thousands. */
const grouping = /[\s'’]/gu

function fromText(value: string, scale: number): number | null {
  const text = value.trim().replace(currency, '').replace(grouping, '')
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(withPoint(text)) ?? []
  const [kept, beyond] = [fraction.slice(0, scale), fraction.slice(scale)]
  if (whole === '' || /[1-9]/.test(beyond)) return null
  const units = Number(whole + kept.padEnd(scale, '0'))
  return Number.isSafeInteger(units) ? units : null
}

/** With both signs the last one is the decimal point and the other groups thousands. */
function withPoint(text: string): string {
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  // 1,234 is 1.234 in Kyiv and 1234 in London: guessing would be wrong by a factor of a thousand.
  if (/^\d+,\d{3}$/.test(text)) return ''
  return text.replace(',', '.')
}
