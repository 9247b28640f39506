/** What the other side said, fit for one line of a page and a log: no control characters, nothing long that may be a key. */
export const quoted = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[A-Za-z0-9+/=_-]{24,}/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    // Shorter ones would blot out ordinary letters, and are no secrets.
    .filter((secret) => secret.length >= 4)
    .toSorted((left, right) => right.length - left.length)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text)
