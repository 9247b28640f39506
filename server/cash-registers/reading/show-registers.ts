import type { CashRegister, CashRegisterList } from '#/contract/cash-registers.ts'
import type { Role } from '#/contract/permissions.ts'
import type { App } from '#/server/app.ts'
import { toPage, type PageCursor } from '#/server/platform/cursor.ts'
import { toCashRegister } from './register-json.ts'
import { listEveryRegister, listRegisters, requireRegister } from '../register/store.ts'

type ShowApp = Pick<App, 'db' | 'encryption_keys' | 'clock'>

/** A cashier works with registers by name; not even the end of a key is theirs to see. */
const hintsFor = (role: Role) => (role === 'cashier' ? 'without hints' : 'with hints')

export async function showRegisters(
  app: ShowApp,
  role: Role,
  limit: number,
  after: PageCursor | null,
): Promise<CashRegisterList> {
  const rows = await listRegisters(app.db, limit, after)
  const { items, next_cursor } = toPage(rows, limit, ({ created_at, id }) => ({ at: created_at, id }))
  return { items: items.map((row) => toCashRegister(app, row, hintsFor(role))), next_cursor }
}

export const showRegister = async (app: ShowApp, role: Role, id: string): Promise<CashRegister> =>
  toCashRegister(app, await requireRegister(app.db, id), hintsFor(role))

/** For the command line: there are never so many that they need pages. */
export const listAllRegisters = async (app: ShowApp): Promise<CashRegister[]> =>
  (await listEveryRegister(app.db)).map((row) => toCashRegister(app, row))
