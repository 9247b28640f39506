/** Where a copy goes: what has an @ is an e-mail, nine digits after 0 or 380 a Ukrainian phone. null: neither. */
export function toCopyAddress(typed: string): { email: string } | { phone: string } | null {
  const text = typed.trim()
  if (text.includes('@')) return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? { email: text } : null
  const digits = text.replace(/[\s()+-]/g, '')
  const [, number] = /^(?:38)?0(\d{9})$/.exec(digits) ?? []
  return number === undefined ? null : { phone: `380${number}` }
}
