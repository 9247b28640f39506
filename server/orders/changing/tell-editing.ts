import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/context.ts'
import { announceEditing } from '#/server/events/announce.ts'
import { findOrder } from '../order/store.ts'

/** A person has the order open for editing. Nothing is kept or locked; the others see the name as long as it is repeated. */
export async function tellEditing({ db }: Pick<App, 'db'>, { name }: { name: string }, id: string): Promise<void> {
  if (!(await findOrder(db, id))) throw new AppError('order.not_found')
  await announceEditing(db, id.toLowerCase(), name)
}
