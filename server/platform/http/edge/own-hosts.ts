import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Which names in `Host` are ours. A page of another site whose name suddenly leads to 127.0.0.1 (DNS rebinding) passes
 * for same-origin in the browser; only the name it came under gives it away.
 */
export interface OwnHosts {
  /** The one `Host` header of the request names us. */
  areIn(request: IncomingMessage): boolean
  /** A name that another program wrote down, as a proxy does in `X-Forwarded-Host`. */
  has(host: string, localAddress: string | undefined): boolean
}

/** A name or an address and perhaps a port: no user, no path, no dot at the end. */
const hostForm = /^(?:\[([\da-f:.]+)\]|([\w-]+(?:\.[\w-]+)*))(?::\d{1,5})?$/

export function ownHosts(listensOn: string, publicUrl: string | null): OwnHosts {
  const names = new Set(['localhost'])
  if (isIP(listensOn) === 0) names.add(listensOn.toLowerCase())
  if (publicUrl !== null) names.add(unbracketed(new URL(publicUrl).hostname))

  // Nearly all requests come under the same name: what was found of the last one that was ours is not found out again.
  let last = { host: '', localAddress: '' }
  function has(host: string, localAddress = ''): boolean {
    if (host === last.host && localAddress === last.localAddress && host !== '') return true
    const isOurs = isOwn(host, localAddress)
    if (isOurs) last = { host, localAddress }
    return isOurs
  }

  function isOwn(host: string, localAddress: string): boolean {
    const [, six, name] = hostForm.exec(host.toLowerCase()) ?? []
    const wanted = six ?? name
    if (wanted === undefined) return false
    if (names.has(wanted)) return true
    const isAddress = isIP(wanted) !== 0 && (six === undefined) === (isIP(wanted) === 4)
    return isAddress && (isLoopback(wanted) || isSameAddress(wanted, localAddress))
  }

  return {
    has,
    areIn: ({ headers, rawHeaders, socket }) =>
      hostHeaders(rawHeaders) === 1 && has(headers.host ?? '', socket.localAddress),
  }
}

/** Node reads the first of several; a proxy in front may have read another. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address)
  const kind = isIP(plain)
  return kind !== 0 && loopback.check(plain, kind === 4 ? 'ipv4' : 'ipv6')
}

function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [withoutMapping(one), withoutMapping(other)]
  if (isIP(left) !== 6 || isIP(right) !== 6) return left === right
  return new URL(`http://[${left}]`).hostname === new URL(`http://[${right}]`).hostname
}

/** A socket that listens for both kinds calls an IPv4 address `::ffff:192.0.2.1`; a link-local one carries its interface. */
const withoutMapping = (address: string): string =>
  address
    .toLowerCase()
    .replace(/%.*/s, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '')
