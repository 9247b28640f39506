/** No more of a foreign text is ever read: a page quotes two hundred signs of it. */
export const mostLookedAt = 10_000

/** What the other side said, fit for one line of a page and a log: no control characters, nothing long that may be a key. */
export const quoted = (text: string): string =>
  text
    .slice(0, mostLookedAt)
    .toWellFormed()
    .replace(/[A-Za-z0-9+/=_-]{24,}/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Where a long text was cut, half of a secret may stand at its end. */
export const withoutHalf = (secrets: readonly string[], text: string, hidden: string): string =>
  text.length <= mostLookedAt ? hidden : hidden.slice(0, -Math.max(1, ...secrets.map(({ length }) => length)))

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    // Shorter ones would blot out ordinary letters, and are no secrets.
    .filter((secret) => secret.length >= 4)
    .toSorted((left, right) => right.length - left.length)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text)
