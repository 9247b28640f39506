import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { StreamedEvent } from '#/contract/events.ts'
import { newId } from '#/server/platform/random.ts'
import type { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { openStream } from './event-stream-support.ts'

const { kasyr, client: cashier, anOrder } = await startShop()
const colleague = await loggedIn(kasyr)
const tell = (id: string, who: ApiClient = cashier) => who.post(`/orders/${id}/editing`)

/** Everything that stays. */
async function traces() {
  const { rows } = await sql`
    select (select count(*) from events) as events, (select count(*) from audit_log) as audit,
      (select json_agg(o order by id) from orders o) as orders`.execute(kasyr.db)
  return rows[0]
}

describe('whoever edits an order', () => {
  test('is named to everybody who looks at that moment, in the words of the contract', async () => {
    const { id } = await anOrder()
    const { next, leave } = await openStream(kasyr.url, colleague)
    expect(await next()).toMatchObject({ event: 'ready' })
    const before = kasyr.app.clock.now().toISOString()
    const { status, text } = await tell(id)
    expect([status, text]).toEqual([204, ''])
    const heard = await next()
    const after = kasyr.app.clock.now().toISOString()
    leave()
    const { body: me } = await cashier.get<{ name: string }>('/auth/me')
    expect(heard?.event).toBe('editing')
    const { at, ...event } = StreamedEvent.parse(heard?.data)
    expect(event).toEqual({ type: 'editing', id, revision: null, by: me.name })
    expect([before, at, after].toSorted()).toEqual([before, at, after])
  })

  test('leaves nothing behind: no event to hear later, no entry, no other version of the order', async () => {
    const { id } = await anOrder()
    const before = await traces()
    const first = await openStream(kasyr.url, colleague)
    const ready = await first.next()
    await tell(id)
    expect(await first.next()).toMatchObject({ id: null, event: 'editing' })
    first.leave()
    expect(await traces()).toEqual(before)
    const second = await openStream(kasyr.url, colleague, ready?.id ?? 0)
    const missed = []
    for (let frame = await second.next(); frame && frame.event !== 'ready'; frame = await second.next())
      missed.push(frame.event)
    second.leave()
    expect(missed).not.toContain('editing')
  })

  test('does not lose the others what happens next', async () => {
    const { id } = await anOrder()
    const { next, leave } = await openStream(kasyr.url, colleague)
    await next()
    await tell(id)
    await cashier.patch(`/orders/${id}`, { notes: 'змінено' })
    const heard = [await next(), await next()]
    leave()
    expect(heard.map((frame) => [frame?.event, typeof frame?.id])).toEqual([
      ['editing', 'object'],
      ['order', 'number'],
    ])
  })

  test('must be allowed to edit, and the order must be there', async () => {
    const { id } = await anOrder()
    expect((await tell(id, await loggedIn(kasyr, 'auditor'))).status).toBe(403)
    const unknown = await tell(newId())
    expect([unknown.status, unknown.body.code]).toEqual([404, 'order.not_found'])
    await cashier.delete(`/orders/${id}`)
    expect((await tell(id)).status).toBe(404)
  })
})
