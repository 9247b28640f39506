import { z } from 'zod'
import { checkpointPath } from '../audit/checkpoints/checkpoint-file.ts'
import { parseJson } from '../platform/parse-json.ts'
import { readPrivateFile } from '../platform/private-file.ts'
import { onDatabase } from './restore-target.ts'
import { whoComesBack, type Person, type Revived } from './rules.ts'

/** What a restore replaces, as far as it is known. */
export interface Replaced {
  /** People who regain a way to log in; null: the replaced database cannot be read. */
  people: Revived[] | null
  /** The end of the replaced audit log; null: not known. */
  end: End | null
}

const End = z.object({ seq: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) })
type End = z.infer<typeof End>

/** Compares the database that the service worked with until now with the one that comes in its place. `before`: null, there is none. */
export async function whatComesBack(end: End | null, before: string | null, after: string): Promise<Replaced> {
  if (before === null) return { people: null, end }
  try {
    const [was, becomes] = [await look(before), await look(after)]
    return { people: whoComesBack(was.people, becomes.people), end: was.end ?? end }
  } catch {
    // A damaged database, or one of a version with another table of users, is why one restores. Then the warning is a
    // general one.
    return { people: null, end }
  }
}

/** Where the audit log ends, by the file of the newest checkpoint: the restore puts it aside, with the mark that proves it. */
export const endInFolder = (dataDir: string): End | null =>
  End.safeParse(parseJson(readPrivateFile(checkpointPath(dataDir)) ?? '')).data ?? null

const look = (url: string): Promise<{ people: Person[]; end: End | null }> =>
  onDatabase(url, async (client) => {
    const { rows: people } = await client.query<Person>(`
      select u.login, u.role, u.disabled, c.password_hash,
        (select a.created_at::text from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as authenticator,
        array(select p.credential_id from passkeys p where p.user_id = u.id order by 1) as passkeys,
        array(select encode(r.code_hash, 'hex') from recovery_codes r where r.user_id = u.id and r.used_at is null order by 1)
          as recovery_codes
      from users u left join credentials c on c.user_id = u.id order by u.login`)
    const { rows: ends } = await client.query<{ seq: string; hash: string }>(
      `select seq, encode(hash, 'hex') as hash from audit_seals order by seq desc limit 1`,
    )
    const [end] = ends
    return { people, end: end === undefined ? null : { seq: Number(end.seq), hash: end.hash } }
  })
