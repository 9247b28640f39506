import type { User } from '#/contract/auth.ts'

/** The tabs of one browser share the refresh cookie, so they must agree on who uses it and tell each other the outcome. */
export interface Grant {
  user: User
  token: string
  /** Milliseconds of this computer's clock. */
  expires_at: number
}

type TabMessage = { kind: 'granted'; grant: Grant } | { kind: 'left' }

const channel = new BroadcastChannel('kasyr-session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
export const tellOtherTabs = (message: TabMessage): void => channel.postMessage(message)

export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
}

const lockName = 'kasyr-session'

// Locks exist only on https and localhost. On plain http in a shop's own network the tabs race, which the server
// forgives: a token renewed twice within seconds gives the same successor.
const locks = 'locks' in navigator ? navigator.locks : null

/** Runs `work` while no other tab touches the cookie. */
export const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  locks === null ? work() : locks.request(lockName, work)

/** As `alone`, but gives up at once, with false, when another tab is at it. */
export const aloneIfFree = (work: () => Promise<void>): Promise<boolean> =>
  locks === null
    ? work().then(() => true)
    : locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false
        await work()
        return true
      })
