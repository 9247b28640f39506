/** Every address of the dashboard; links are made from these only. */
export const paths = {
  home: '/',
  orders: '/',
  attention: '/attention',
  bulk: '/bulk/$id',
  money: '/money',
  moneyPayout: '/money/$id',
  moneyWithdrawn: '/money/withdrawn/$id',
  reports: '/reports',
  cashRegisters: '/cash-registers',
  users: '/users',
  audit: '/audit',
  settings: '/settings',
  login: '/login',
  password: '/password',
  sessions: '/sessions',
  security: '/security',
} as const

/**
 * Where to go after login. The address comes from the URL, which an attacker may have written: only a path of this very
 * site passes. The parser decides, as the browser would: it reads `/\evil` and `/<tab>/evil` as another site.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return paths.home
  const base = 'https://here.invalid'
  if (!URL.canParse(wanted, base)) return paths.home
  const url = new URL(wanted, base)
  if (url.origin !== base || url.pathname.startsWith('//') || url.pathname === paths.login) return paths.home
  return url.pathname + url.search + url.hash
}
