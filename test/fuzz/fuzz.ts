import { z } from 'zod'
import type { ApiClient } from '../support/api-client.ts'
import { somePassword } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import type { DocumentSchemas } from './document-schemas.ts'
import type { Operation } from './operations.ts'
import { complaintsAbout } from './oracles.ts'
import { isOfFactors } from './factors-ground.ts'
import { keepPeople, type Person } from './people.ts'
import type { Plan } from './requests.ts'
import { send, toSent } from './send.ts'
import { watchRows } from './watched-rows.ts'

export interface Fuzz {
  run(operation: Operation, plan: Plan): Promise<{ status: number; complaints: string[] }>
}

/** Sends one case after another and holds every answer against everything that must be true of it. */
export async function openFuzz(
  kasyr: TestApp,
  operations: Operation[],
  schemas: DocumentSchemas,
  ground: (operation: Operation, plan: Plan, actor: Person) => Promise<Record<string, string>>,
): Promise<Fuzz> {
  const rows = await watchRows(kasyr.db)
  const people = keepPeople(kasyr)

  return {
    async run(operation, plan) {
      const actor = await people.behind(plan.who)
      const { login, client } = actor
      const found: Record<string, string | undefined> = {
        login,
        password: somePassword,
        current_password: somePassword,
        refresh_token: client.refresh_token ?? undefined,
        ...(names(plan, 'cursor') && { cursor: await nextCursor(client, operation) }),
        ...(names(plan, '{id}') && { '{id}': await listedId(client, operation, operations) }),
        ...(await ground(operation, plan, actor)),
      }
      const authorization = authorizationOf(plan, client.token ?? '')
      const sent = toSent(operation, plan, (name) => found[name] ?? 'невідомо', authorization)
      await rows.changed()
      const reply = await send(kasyr.url, sent)
      const complaints = complaintsAbout(schemas, { operation, plan, sent, reply, changed: await rows.changed() })
      if (reply.status < 300 && operation.method !== 'GET') {
        people.doubt()
        if (operation.permission === 'public' || operation.permission === 'self.manage') people.replace(plan.who)
      }
      if (isOfFactors(operation)) people.replace(plan.who)
      if (reply.status === 429) await kasyr.db.deleteFrom('login_failures').execute()
      return { status: reply.status, complaints }
    },
  }
}

const names = (plan: Plan, known: string): boolean =>
  [...Object.values(plan.path), ...plan.query.map(([, value]) => value)].some(
    (value) => value !== null && typeof value === 'object' && 'known' in value && value.known === known,
  )

function authorizationOf({ who, garbage }: Plan, token: string): string | null {
  if (who === 'anonymous') return null
  return who === 'garbage' ? garbage.replace('{token}', token) : `Bearer ${token}`
}

const Page = z.object({ next_cursor: z.string().nullish() })
const Things = z.object({ items: z.array(z.object({ id: z.string() })) })

async function nextCursor(client: ApiClient, { path }: Operation): Promise<string | undefined> {
  const { body } = await client.get<unknown>(`${path}?limit=1`)
  return Page.safeParse(body).data?.next_cursor ?? undefined
}

let turn = 0

/** `/users/{id}` means one of those that `GET /users` lists: the last two by turns, since one may be special. */
async function listedId(client: ApiClient, { path }: Operation, operations: Operation[]): Promise<string | undefined> {
  const collection = path.slice(0, path.indexOf('/{'))
  if (!operations.some((other) => other.method === 'GET' && other.path === collection)) return undefined
  const { body } = await client.get<unknown>(collection)
  const ids = Things.safeParse(body).data?.items.map(({ id }) => id) ?? []
  turn += 1
  return ids.at(-1 - (turn % 2)) ?? ids.at(-1)
}
