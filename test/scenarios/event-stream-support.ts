import { createWeb } from '#/server/http.ts'
import { openEventBus, type EventBus } from '#/server/platform/events.ts'
import type { ApiClient } from '../support/api-client.ts'
import type { TestApp } from '../support/test-app.ts'

interface Frame {
  /** null: a hint without a number. */
  id: number | null
  event: string
  data: unknown
}

export interface Reader {
  answer: Response
  /** The next event that did not come before (the stream may repeat itself); null when it has ended. */
  next(): Promise<Frame | null>
  leave(): void
}

/** Reads `GET /events` the way the dashboard does: with fetch, because EventSource cannot send a token. */
export async function openStream(url: string, { token }: ApiClient, lastEventId?: number | string): Promise<Reader> {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/api/v1/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leaving.signal,
  })
  const frames = framesOf(answer)
  let newest = 0
  async function next(): Promise<Frame | null> {
    for (;;) {
      const { value: frame } = await frames.next()
      if (!frame) return null
      if (frame.id === null) return frame
      const isRepeated = frame.id <= newest && !['ready', 'reset'].includes(frame.event)
      newest = Math.max(newest, frame.id)
      if (!isRepeated) return frame
    }
  }
  return { answer, next, leave: () => leaving.abort() }
}

async function* framesOf(answer: Response): AsyncGenerator<Frame, undefined> {
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, id, event, data] = /^(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (event && data) yield { id: id === undefined ? null : Number(id), event, data: JSON.parse(data) }
    }
  }
}

/** A second web on the same database, with shorter waits and a count of listeners. */
export async function aWeb({ app, config }: TestApp, { heartbeat_ms = 60_000, alive_check_ms = 60_000 } = {}) {
  const bus = await openEventBus(config.database_url ?? '', app.db, app.log, alive_check_ms)
  let readers = 0
  const counting: EventBus = {
    ...bus,
    subscribe(listener) {
      const unsubscribe = bus.subscribe(listener)
      readers += 1
      return () => {
        readers -= 1
        unsubscribe()
      }
    },
  }
  const http = await createWeb(app, counting, {
    check_answers: true,
    heartbeat_ms,
    // A machine that is busy with other tests is no load of this service.
    limits: { longest_event_loop_delay_ms: 0 },
  })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, readers: () => readers, close: () => http.close().then(bus.close) }
}
