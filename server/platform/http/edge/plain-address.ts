import type { Http } from '../http.ts'
import { AppError } from '#/contract/errors.ts'

/**
 * One address, one spelling. The router decodes, a proxy decodes again, and a rule written for one spelling does not see
 * the other: `/%61pi/v1/users` once gave out every user without a token. So the router sees plain addresses only:
 * letters, digits and `. _ ~ -` between single slashes, no capitals in the API. An address in any other spelling goes to a route of its own,
 * where it meets the same headers, limits and log as every request, and is not found.
 */
const plain = /^\/(?:[\w.~-]{1,200}(?:\/[\w.~-]{1,200})*)?(?:\?[!-~]*)?$/
const dots = /\/\.{1,2}(?:\/|$)/
/** Words and ids of the API have small letters. Of an id in capitals PostgreSQL would find the same row. */
const capitals = /^\/api\/.*[A-Z]/

export const isPlainAddress = (target: string): boolean => {
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  return plain.test(target) && !target.includes('#') && !dots.test(path) && !capitals.test(path)
}

/** No request can name it: `!` is not plain. */
const otherSpelling = '/!other-spelling'

/** Before the router: the address it shall look for. */
export const plainOrRefused = ({ url = '' }: { url?: string | undefined }): string =>
  isPlainAddress(url) ? url : otherSpelling

export function refuseOtherSpellings(http: Http): void {
  http.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: otherSpelling,
    config: { permission: 'public' },
    schema: { hide: true },
    // Before the body is read: whatever it is, the address is what is wrong.
    onRequest: async () => {
      throw new AppError('request.not_found')
    },
    handler: async () => undefined,
  })
}
