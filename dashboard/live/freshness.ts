import { becomeLive, liveState } from './live-state.ts'

const pollEveryMs = 15_000
/** A server that has not answered by then is shown as offline until it does. */
const patienceMs = 3_000
/** As in read-stream.ts, and a bit more: the leading tab finds out first and says so. */
const longestSilenceMs = 50_000

/**
 * What this tab knows about how fresh its screen is. While the stream is lost it asks for everything every 15 seconds,
 * and says whether the server answers.
 */
export function createFreshness(refresh: () => Promise<void>) {
  let heardAt = new Date()
  let polling: ReturnType<typeof setInterval> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined
  let round = 0

  async function poll(): Promise<void> {
    if (document.hidden) return
    round += 1
    const mine = round
    const askedAt = new Date()
    const impatient = setTimeout(() => say(mine, 'offline'), patienceMs)
    const answered = await refresh().then(
      () => true,
      () => false,
    )
    clearTimeout(impatient)
    if (answered) heardAt = askedAt
    say(mine, answered ? 'polling' : 'offline')
  }

  function say(ofRound: number, phase: 'polling' | 'offline'): void {
    if (polling !== undefined && ofRound === round) becomeLive({ phase, since: heardAt.toISOString() })
  }

  function lose(): void {
    clearTimeout(watch)
    if (polling !== undefined) return
    polling = setInterval(() => void poll(), pollEveryMs)
    void poll()
  }

  function stop(): void {
    clearTimeout(watch)
    clearInterval(polling)
    polling = undefined
  }

  document.addEventListener('visibilitychange', () => {
    if (polling !== undefined && !document.hidden) void poll()
  })

  return {
    alive(): void {
      heardAt = new Date()
      stop()
      watch = setTimeout(lose, longestSilenceMs)
      if (liveState().phase !== 'live') becomeLive({ phase: 'live', since: null })
    },
    lose,
    stop(): void {
      stop()
      becomeLive({ phase: 'connecting', since: null })
    },
  }
}
