import type { App } from '#/server/app.ts'
import { networkOf } from '#/server/platform/http/edge/network-of.ts'
import { newId } from '#/server/platform/random.ts'
import { insertChallenge } from './store.ts'

/** Stores what the browser is asked to sign, and gives back the name under which its answer finds it. */
export async function keepChallenge(
  app: Pick<App, 'db'>,
  address: string,
  { user_id, challenge }: { user_id: string | null; challenge: string },
): Promise<string> {
  const id = newId()
  await app.db
    .transaction()
    .execute((tx) => insertChallenge(tx, { id, user_id, network: networkOf(address), challenge }))
  return id
}
