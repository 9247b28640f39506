import type { Signed } from './signing.ts'

/** The secrets of a call: a CRM may well repeat what it was sent in its error. */
export function secretsOf(signed: Signed, key: string, secret: string, nonce: string): string[] {
  const inHeaders = Object.values(signed.headers).flatMap((value) => value.split(/[ :]/).concat(value))
  const inCall = Object.values(signed.rpc?.params ?? {}).flatMap((value) => (typeof value === 'string' ? [value] : []))
  return [key, secret, nonce, ...inHeaders, ...inCall]
}
