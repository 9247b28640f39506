import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Everything the service said in the whole run (`said`) and every secret it was given or gave out (`secrets`).
 * The answer that hands a token or a one-time password to its owner is the one place where a secret may stand.
 */
const append = (file: string, text: string): void =>
  appendFileSync(join(inject('evidence'), `${file}-${process.pid}.txt`), `${text}\n`)

const handedOver = /"(access_token|refresh_token|one_time_password)":"([^"]+)"/g

export function noteSecret(secret: string): void {
  // Shorter ones, and ones like «xxxxxxxx» that stand for a wrong token, turn up elsewhere by chance.
  if (secret.length >= 8 && new Set(secret).size >= 5) append('secrets', secret)
}

export function noteSaid(source: string, text: string): void {
  // The query is the test's own text, not the service's.
  append('said', `${source.split('?', 1)[0]}: ${text}`)
}

export function noteAnswer(source: string, status: number, text: string): void {
  if (status >= 300) return noteSaid(source, text)
  for (const [, , secret = ''] of text.matchAll(handedOver)) noteSecret(secret)
  noteSaid(source, text.replaceAll(handedOver, '"$1":"…"'))
}

/** The lines in which a secret stands, with the secret itself taken out. */
export const linesThatTell = (secrets: readonly string[], said: string): string[] =>
  secrets
    .filter((secret) => said.includes(secret))
    .map((secret) => {
      const line = said.split('\n').find((candidate) => candidate.includes(secret)) ?? ''
      return line.replaceAll(secret, '[secret]').slice(0, 300)
    })

/** Secrets in what the test itself sends. */
export function noteSent(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body)) {
    if (/password|token|secret|pin$|_key$/.test(field) && typeof value === 'string') noteSecret(value)
  }
}
