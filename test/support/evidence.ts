import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Everything the service said in the whole run (`said`) and every secret it was given or gave out (`secrets`).
 * The answer that hands a token or a one-time password to its owner is the one place where a secret may stand.
 */
const append = (file: string, text: string): void => {
  const path = join(inject('evidence'), `${file}-${process.pid}.txt`)
  // Kept open: a run says a million lines, and opening the file for each costs more than writing it.
  const open = opened.get(path) ?? openSync(path, 'a')
  opened.set(path, open)
  writeSync(open, `${text}\n`)
}
const opened = new Map<string, number>()

const handedOver = /"(access_token|refresh_token|one_time_password|secret|uri)":"([^"]+)"/g
const handedOverCodes = /"recovery_codes":\[([^\]]+)\]/g

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
  for (const [, codes = ''] of text.matchAll(handedOverCodes))
    for (const code of codes.split(',')) noteSecret(code.replaceAll('"', ''))
  noteSaid(source, text.replaceAll(handedOver, '"$1":"…"').replaceAll(handedOverCodes, '"recovery_codes":[]'))
}

/**
 * The lines in which a secret stands, with the secret itself taken out. A run says hundreds of megabytes and knows thousands of
 * secrets, so the text is read once, with a hash rolling over as many letters as the shortest secret has (Rabin and Karp).
 */
export function linesThatTell(secrets: readonly string[], said: string): string[] {
  const width = Math.min(...secrets.map(({ length }) => length))
  const secretsByHash = Map.groupBy(secrets, (secret) => hashOf(secret, width))
  const mayBegin = new Uint8Array(1 << 16)
  for (const hash of secretsByHash.keys()) mayBegin[hash & 0xffff] = 1
  const told = new Map<string, number>()
  let leaving = 1
  for (let index = 1; index < width; index++) leaving = Math.imul(leaving, base)
  let hash = hashOf(said, width)
  for (let at = 0; at + width <= said.length; at++) {
    if (mayBegin[hash & 0xffff] === 1) {
      for (const secret of secretsByHash.get(hash) ?? []) {
        if (!told.has(secret) && said.startsWith(secret, at)) told.set(secret, at)
      }
    }
    hash = (Math.imul(hash - Math.imul(said.charCodeAt(at), leaving), base) + said.charCodeAt(at + width)) | 0
  }
  return Array.from(told, ([secret, at]) => lineAround(said, at).replaceAll(secret, '[secret]').slice(0, 300))
}

const base = 65_599

function hashOf(text: string, width: number): number {
  let hash = 0
  for (let index = 0; index < width; index++) hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0
  return hash
}

function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end)
}

/** Secrets in what the test itself sends. */
export function noteSent(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body)) {
    if (/password|token|secret|pin$|_key$|^code$/.test(field) && typeof value === 'string') noteSecret(value)
  }
}
