import { isIPv6 } from 'node:net'

/**
 * The network that limits are counted by. A person who has one IPv6 address has its whole /64, so the /64 counts; an IPv4
 * address counts for itself, also when it is written as an IPv6 one (`::ffff:192.0.2.1`). Every spelling of one address gives
 * the same text. What is no address at all (a test, a broken proxy) is its own network.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address.slice(0, longestAddress)
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups.slice(0, 4).map(toHex).join(':')}::/64`
}

/**
 * A wider circle than the network, for what must not be got around by moving next door: hosters and companies are given an IPv6
 * /48, that is 65,536 networks. It also holds neighbours, so it alone keeps no address out.
 */
export function siteOf(address: string): string {
  const network = networkOf(address)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** An address has 45 characters at most, 39 as a plain IPv6 one. */
const longestAddress = 64

const toHex = (group: number): string => group.toString(16)
const bytesOf = (group: number): number[] => [group >> 8, group & 0xff]

/** The eight groups of an IPv6 address, by the one spelling that a URL has for it. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [partsOf(head), partsOf(tail ?? '')]
  const left_out = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: left_out }, () => 0), ...after]
}

const partsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16))
