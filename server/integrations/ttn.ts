/** People and programs write one TTN with spaces and dashes or without them. One of digits is told by these alone. */
export function toTtn(text: string): string | null {
  const compact = text.replace(/\s/g, '')
  const digits = compact.replace(/\p{Dash}/gu, '')
  return (/^\d+$/.test(digits) ? digits : compact) || null
}
