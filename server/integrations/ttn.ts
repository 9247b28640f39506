/** People and programs write one TTN with spaces and dashes or without them. A numeric one is compared by its digits alone. */
export function toTtn(text: string): string | null {
  const compact = text.replace(/\s/g, '')
  const digits = compact.replace(/\p{Dash}/gu, '')
  return (/^\d+$/.test(digits) ? digits : compact) || null
}
