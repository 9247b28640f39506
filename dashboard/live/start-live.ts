import type { QueryClient } from '@tanstack/react-query'
import { onSessionChange, sessionState } from '../api/session-state.ts'
import { loadAfresh } from '../store/cached-lists.ts'
import { createEventApplier } from './apply-events.ts'
import type { Frame } from './frames.ts'
import { createFreshness } from './freshness.ts'
import { keepReading } from './keep-reading.ts'
import { toLiveEvent } from './live-event.ts'
import { liveState } from './live-state.ts'
import { inTurn, onLiveMessage, tabsShareOneStream, tellTabs } from './other-tabs.ts'

/** From now on the screen follows the server while a person is logged in. Called once for a tab. */
export function startLive(queries: QueryClient): void {
  const events = createEventApplier(queries)
  const freshness = createFreshness(events.refresh)
  const tell = tabsShareOneStream ? tellTabs : () => undefined
  /** Where this tab has read to; it goes on from here should it be its turn to read. */
  let lastId: string | null = null
  let leads = false
  let stop: AbortController | null = null

  function takeFrame({ id, event, data }: Frame): void {
    const isFirst = lastId === null
    lastId = id ?? lastId
    // What was loaded before the stream began may have changed in between.
    if (event === 'ready' && isFirst) events.refresh().catch(() => queries.invalidateQueries())
    if (event === 'reset') loadAfresh(queries)
    const announced = toLiveEvent(data)
    if (announced !== null) events.take(announced)
  }

  const lead = async (signal: AbortSignal) => {
    leads = true
    await keepReading(() => lastId, signal, {
      onAlive: () => {
        freshness.alive()
        tell({ kind: 'alive' })
      },
      onFrame: (frame) => {
        takeFrame(frame)
        tell({ kind: 'frame', frame })
      },
      onLost: () => {
        freshness.lose()
        tell({ kind: 'lost' })
      },
    })
    leads = false
  }

  onLiveMessage((message) => {
    if (stop === null || !tabsShareOneStream) return
    if (message.kind === 'hello') {
      if (leads && liveState().phase === 'live') tellTabs({ kind: 'alive' })
    } else if (leads) return
    else if (message.kind === 'alive') freshness.alive()
    else if (message.kind === 'lost') freshness.lose()
    else takeFrame(message.frame)
  })

  function follow(): void {
    const session = sessionState()
    const wanted = 'user' in session && !session.user.must_change_password
    if (wanted === (stop !== null)) return
    if (wanted) {
      stop = new AbortController()
      const { signal } = stop
      void inTurn(signal, () => lead(signal))
      tell({ kind: 'hello' })
      return
    }
    stop?.abort()
    stop = null
    lastId = null
    freshness.stop()
  }

  onSessionChange(follow)
  follow()
}
