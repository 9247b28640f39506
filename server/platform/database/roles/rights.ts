import type { Pool } from 'pg'

/** What the service may be allowed on a table, and USAGE on a sequence. TRUNCATE, REFERENCES, TRIGGER and MAINTAIN it never needs. */
export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE'

/** By schema and table. On what is not named the service has no right at all. */
export type Grants = Readonly<Record<string, Readonly<Record<string, readonly Right[]>>>>

/** Where the database differs from what it should be, and the statement that puts it right. */
export interface Deviation {
  what: string
  /** Whose right it is: the role's own, or everybody's, which the role shares. */
  of: 'role' | 'public'
  kind: 'too_much' | 'missing'
  mend: string
}

export type Asking = Pick<Pool, 'query'>

interface Held {
  of: 'role' | 'public'
  right: string
  /** May be given on to others, or holds for single columns. */
  odd: boolean
}

interface Relation {
  schema: string
  name: string
  held: Held[]
}

/** What the role may do in this database, compared with the grants. */
export async function findRightsDeviations(db: Asking, role: string, grants: Grants): Promise<Deviation[]> {
  const relations = await listRelations(db, role, Object.keys(grants))
  const places = await listPlaces(db, role, Object.keys(grants))
  return [
    ...places.flatMap(({ kind, name, held }) => placeDeviations(kind, name, held, role)),
    ...relations.flatMap((relation) => relationDeviations(relation, grants[relation.schema]?.[relation.name], role)),
  ]
}

async function listRelations(db: Asking, role: string, schemas: readonly string[]): Promise<Relation[]> {
  const { rows } = await db.query<Relation>(
    `with grantee as (select oid, 'role' as of from pg_roles where rolname = $1 union all select 0, 'public'),
     held as (
       select c.oid, g.of, a.privilege_type as "right", a.is_grantable as odd
       from pg_class c cross join aclexplode(c.relacl) a join grantee g on g.oid = a.grantee
       union all
       select t.attrelid, g.of, a.privilege_type, true
       from pg_attribute t cross join aclexplode(t.attacl) a join grantee g on g.oid = a.grantee)
     select n.nspname as schema, c.relname as name,
       coalesce(json_agg(json_build_object('of', held.of, 'right', held."right", 'odd', held.odd))
         filter (where held.oid is not null), '[]') as held
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join held on held.oid = c.oid
     where n.nspname = any($2) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [role, schemas],
  )
  return rows
}

interface Place {
  kind: 'database' | 'schema'
  name: string
  held: Held[]
}

async function listPlaces(db: Asking, role: string, schemas: readonly string[]): Promise<Place[]> {
  const { rows } = await db.query<Place>(
    `with grantee as (select oid, 'role' as of from pg_roles where rolname = $1 union all select 0, 'public'),
     place as (
       select 'database' as kind, datname::text as name, coalesce(datacl, acldefault('d', datdba)) as acl
       from pg_database where datname = current_database()
       union all
       select 'schema', nspname::text, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace where nspname = any($2))
     select kind, name, coalesce(json_agg(json_build_object('of', g.of, 'right', a.privilege_type, 'odd', a.is_grantable))
         filter (where g.oid is not null), '[]') as held
     from place left join lateral aclexplode(acl) a on true left join grantee g on g.oid = a.grantee group by 1, 2 order by 1, 2`,
    [role, schemas],
  )
  return rows
}

/** Of a database the service needs CONNECT, of a schema USAGE; only the owner has CREATE and TEMPORARY. */
function placeDeviations(kind: Place['kind'], name: string, held: readonly Held[], role: string): Deviation[] {
  const needed = kind === 'database' ? 'CONNECT' : 'USAGE'
  const target = `${kind} ${quoteName(name)}`
  const tooMuch = held
    .filter(({ right, odd }) => right !== needed || odd)
    .map(({ of, right }): Deviation => ({
      what: `${right} on ${target}`,
      of,
      kind: 'too_much',
      mend: `revoke ${right} on ${target} from ${of === 'role' ? quoteName(role) : 'public'} cascade`,
    }))
  const has = held.some(({ right, odd }) => right === needed && !odd)
  const mend = `grant ${needed} on ${target} to ${quoteName(role)}`
  return has ? tooMuch : [...tooMuch, { what: `${needed} on ${target}`, of: 'role', kind: 'missing', mend }]
}

/**
 * Taken away and given anew in one statement text, which is one transaction: a running service notices nothing. What
 * everybody may do with a table that is not ours is its owner's business.
 */
function relationDeviations(
  { schema, name, held }: Relation,
  granted: readonly string[] | undefined,
  role: string,
): Deviation[] {
  const wanted = granted ?? []
  const target = `${wanted.includes('USAGE') ? 'sequence ' : ''}${quoteName(schema)}.${quoteName(name)}`
  const give = wanted.length === 0 ? [] : [`grant ${wanted.join(', ')} on ${target} to ${quoteName(role)}`]
  const tooMuch = held.filter(({ of, right, odd }) =>
    of === 'public' ? granted !== undefined : odd || !wanted.includes(right),
  )
  if (tooMuch.length > 0) {
    const from = granted === undefined ? quoteName(role) : `${quoteName(role)}, public`
    const mend = [`revoke all on ${target} from ${from} cascade`, ...give].join('; ')
    return tooMuch.map(({ of, right }) => ({ what: `${right} on ${schema}.${name}`, of, kind: 'too_much', mend }))
  }
  const missing = wanted.filter((right) => !held.some((one) => one.right === right))
  if (missing.length === 0) return []
  return [{ what: `${missing.join(', ')} on ${schema}.${name}`, of: 'role', kind: 'missing', mend: give.join('') }]
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
