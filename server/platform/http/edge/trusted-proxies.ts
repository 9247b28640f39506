import { isIP } from 'node:net'

/** What the framework calls 127.0.0.0/8 and ::1. */
const thisMachine = 'loopback'

/** With a public address there is a proxy in front, usually on this machine; without one no proxy passes clients on. */
export const defaultProxies = (publicUrl: string | null): readonly string[] => (publicUrl === null ? [] : [thisMachine])

/**
 * The proxies that may say which client they pass on, from `10.0.0.2, 172.18.0.0/16, loopback`. A network of everybody is
 * refused: then each client would choose the address it is throttled and recorded under.
 */
export function parseProxies(text: string): readonly string[] | { problem: string } {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => entry !== thisMachine && !isNetwork(entry))
  return wrong === undefined ? entries : { problem: `«${wrong.slice(0, 60)}» — це не адреса і не мережа` }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 4 ? 32 : 128)
}
