import { sql } from 'kysely'
import { z } from 'zod'
import { demoCrmId } from '#/server/integrations/demo-shop/stub-shop.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { findSetting, keepSetting } from '#/server/platform/settings.ts'
import type { Mode, ModeFacts } from './mode.ts'

const name = 'mode'
const Mark = z.enum(['demo', 'real'])

export async function findModeFacts(db: Db): Promise<ModeFacts> {
  const mark = Mark.safeParse(await findSetting(db, name)).data ?? null
  if (mark !== null) return { mark, has_demo_orders: false, has_real_orders: false }
  const { rows } = await sql<Omit<ModeFacts, 'mark'>>`
    select exists (select from orders where crm_id ~ ${demoCrmId}) as has_demo_orders,
      exists (select from orders where crm_id !~ ${demoCrmId}) as has_real_orders`.execute(db)
  return { mark, has_demo_orders: false, has_real_orders: false, ...rows[0] }
}

/** What was noted first stays. */
export const markMode = (db: Db, mode: Mode): Promise<void> => keepSetting(db, name, mode)
