/** Seconds to wait, from a `Retry-After` that is a number or a date (RFC 9110, 10.2.3); null: not said, or not to be read. */
export function retryAfterSeconds(headers: Headers, now: Date): number | null {
  const said = (headers.get('retry-after') ?? '').trim()
  if (/^\d{1,6}$/.test(said)) return Number(said)
  if (!/^[A-Z][a-z]{2}, /.test(said)) return null
  const seconds = Math.ceil((Date.parse(said) - now.getTime()) / 1000)
  return Number.isNaN(seconds) || seconds > 999_999 ? null : Math.max(0, seconds)
}
