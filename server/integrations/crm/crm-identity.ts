import { createHash } from 'node:crypto'

/** Which CRM the settings name: its address and the key in it. Another secret of the same key is the same CRM. */
export interface CrmIdentity {
  /** Tells two CRMs apart and can be read back into neither address nor key. */
  fingerprint: string
  /** For people. The rest of the address may hold a secret. */
  host: string
}

export function identityOf({ url, key }: { url: string; key: string }): CrmIdentity {
  const { href, host } = new URL(url)
  return { fingerprint: createHash('sha256').update(`${href}\n${key}`).digest('hex').slice(0, 16), host }
}
