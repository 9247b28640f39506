import type { LoginRequest, TokenAnswer, User } from '#/contract/auth.ts'
import { loggedOut, toApiError } from './api-error.ts'
import { inviteAgain } from './invitation.ts'
import { keepPasskeyNews } from './passkey-news.ts'
import { expectOk, readJson, send } from './send.ts'
import {
  adopt,
  cannotStart,
  end,
  grantNow,
  isMarked,
  leave,
  restart,
  sessionState,
  stayAnonymous,
  until,
} from './session-state.ts'
import { alone, aloneIfFree, onTabMessage, tellOtherTabs, type Grant } from './tabs.ts'

/** The access token lives in this memory only; the refresh token is a cookie that no script can read. */

export async function startSession(): Promise<void> {
  restart()
  if (!isMarked()) return stayAnonymous()
  try {
    await renew()
  } catch (problem) {
    cannotStart(problem)
  }
}

/** `code` is wanted from a person who has a second factor: the server says so when it is missing. */
export type TypedLogin = Pick<LoginRequest, 'login' | 'password' | 'code'>

export const logIn = (typed: TypedLogin): Promise<void> => enter('/auth/login', typed)

/** The two ways in, with a password and with a passkey, begin a session alike. */
export async function enter(path: '/auth/login' | '/auth/passkey-login', proof: object): Promise<void> {
  const body = { ...proof, refresh: 'cookie' }
  // A renewal of the old session that ends after the login would put its own cookie over the new one.
  await alone(async () => {
    const answer = await readJson<TokenAnswer>(await send({ method: 'POST', path, body }, null))
    keepPasskeyNews(answer.passkeys_added ?? [])
    accept(answer)
  })
  inviteAgain()
}

export async function logOut(): Promise<void> {
  const grant = grantNow()
  if (grant !== null) {
    // The cookie is enough when the access token has just expired; 401 says that there is nothing left to end.
    const response = await send({ method: 'POST', path: '/auth/logout' }, grant.token)
    if (response.status !== 401) await expectOk(response)
  }
  keepPasskeyNews([])
  leave()
  tellOtherTabs({ kind: 'left' })
}

/** The one-time password is gone: the page may be used, here and in the other tabs. */
export function passwordChosen(): void {
  const grant = grantNow()
  if (grant !== null) share({ ...grant, user: { ...grant.user, must_change_password: false } })
}

/** The server knows more of this person than the token came with: a new role, a new name, a second factor. */
export function userChanged(user: User): void {
  const grant = grantNow()
  if (grant === null || grant.user.id !== user.id) return
  const { role, name, second_factor } = grant.user
  if (role !== user.role || name !== user.name || second_factor !== user.second_factor) share({ ...grant, user })
}

/**
 * A token that is good now. Waits while the login dialog is open; a person who must still replace a one-time password
 * gets through to `/auth/…` alone, as at the server.
 */
export async function tokenFor(path: string): Promise<string> {
  const state = sessionState()
  if (state.phase === 'active' && state.grant.expires_at - Date.now() < 5_000) await renew()
  const grant = await until((current) => {
    if (current.phase === 'anonymous') return 'none'
    if (current.phase === 'active') return current.grant
    return current.phase === 'interrupted' && path.startsWith('/auth/') ? current.grant : null
  })
  if (grant === 'none') throw loggedOut()
  return grant.token
}

/** The server refused this token. Another tab may have renewed it meanwhile. */
export async function replaceToken(refused: string): Promise<void> {
  if (grantNow()?.token === refused) await renew()
}

let renewal: Promise<void> | null = null

/** One renewal at a time, in this tab and in the whole browser. Rejects only if the server could not be asked. */
function renew(): Promise<void> {
  renewal ??= renewOnce().finally(() => {
    renewal = null
  })
  return renewal
}

async function renewOnce(): Promise<void> {
  const before = grantNow()?.token
  if (await aloneIfFree(askForToken)) return
  // Another tab is asking right now, and will tell us. If it fails, it is our turn; its message and the lock travel
  // apart, hence the moment of patience.
  const told = until((current) => ('grant' in current && current.grant && current.grant.token !== before) || null)
  const inTurn = alone(async () => {
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 250))])
    if (grantNow()?.token === before) await askForToken()
  })
  await Promise.race([told, inTurn])
}

async function askForToken(): Promise<void> {
  const response = await send({ method: 'POST', path: '/auth/refresh', body: {} }, null)
  if (response.ok) return accept(await readJson<TokenAnswer>(response))
  const refusal = await toApiError(response)
  if (response.status !== 401 && response.status !== 403) throw refusal
  end(refusal.detail)
}

function accept(answer: TokenAnswer): void {
  share({ user: answer.user, token: answer.access_token, expires_at: Date.now() + answer.expires_in * 1000 })
}

function share(grant: Grant): void {
  receive(grant)
  tellOtherTabs({ kind: 'granted', grant })
}

function receive(grant: Grant): void {
  adopt(grant)
  renewAhead((grant.expires_at - Date.now()) * jitter(0.8))
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Renewing before the end spares the person a refused request. Jitter keeps tabs and shops from doing it all at once. */
function renewAhead(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (sessionState().phase === 'active') renew().catch(() => renewAhead(15_000 * jitter(1)))
  }, delayMs)
}

const jitter = (share: number): number => share * (0.95 + Math.random() * 0.1)

onTabMessage((message) => {
  if (message.kind === 'granted') receive(message.grant)
  else leave()
})
