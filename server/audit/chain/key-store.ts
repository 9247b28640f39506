import type { Db, Tx } from '#/server/platform/database/db.ts'

export async function listKeySettings(db: Db | Tx, name: string): Promise<{ name: string; secret: string }[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'secret'])
    .where((of) => of.or([of('name', '=', name), of(of.fn('starts_with', ['name', of.val(`${name}.`)]), '=', true)]))
    .execute()
  return rows.flatMap(({ name: found, secret }) => (secret === null ? [] : [{ name: found, secret }]))
}
