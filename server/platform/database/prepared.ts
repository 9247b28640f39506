import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/**
 * A statement that begins with this is prepared once per connection: PostgreSQL then parses and plans it once. For the
 * few that run at every request; one whose best plan depends on its values must not be among them.
 */
export const prepared = sql`/* prepared */`
const mark = '/* prepared */'

/** The pool as Kysely sees it. */
export function preparing(pool: Pool): PostgresPool {
  const facades = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const facade = facades.get(client) ?? facadeOf(client)
      facades.set(client, facade)
      return facade
    },
    end: () => pool.end(),
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

function facadeOf(client: PoolClient): PostgresPoolClient {
  return new Proxy(client, {
    get(target, property, receiver) {
      if (property !== 'query') return Reflect.get(target, property, receiver)
      return (text: unknown, values: unknown[] = []) =>
        typeof text === 'string' && text.startsWith(mark)
          ? target.query({ name: nameOf(text), text, values })
          : Reflect.apply(target.query, target, [text, values])
    },
  })
}
