import { quoteName, type Asking, type Deviation } from './rights.ts'

/** What the catalogue says of a role, apart from its rights on tables. */
export interface RoleState {
  name: string
  login: boolean
  superuser: boolean
  createdb: boolean
  createrole: boolean
  inherit: boolean
  replication: boolean
  bypassrls: boolean
  member_of: { role: string; grantor: string | null }[]
  /** `alter role … set …`: a role may set these for itself, and every later connection starts with them. */
  has_settings: boolean
  /** Owns something in this database, or the database. */
  owns: boolean
}

export async function findRole(db: Asking, name: string): Promise<RoleState | undefined> {
  const { rows } = await db.query<RoleState>(
    `select r.rolname as name, r.rolcanlogin as login, r.rolsuper as superuser, r.rolcreatedb as createdb,
       r.rolcreaterole as createrole, r.rolinherit as inherit, r.rolreplication as replication, r.rolbypassrls as bypassrls,
       coalesce((select json_agg(json_build_object('role', g.rolname, 'grantor', giver.rolname) order by g.rolname)
          from pg_auth_members m join pg_roles g on g.oid = m.roleid left join pg_roles giver on giver.oid = m.grantor
          where m.member = r.oid), '[]') as member_of,
       exists (select from pg_db_role_setting s where s.setrole = r.oid and s.setdatabase in (0, here.oid)) as has_settings,
       exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
          and d.classid <> 'pg_largeobject'::regclass and d.dbid in (0, here.oid)) as owns
     from pg_roles r, (select oid from pg_database where datname = current_database()) here where r.rolname = $1`,
    [name],
  )
  return rows[0]
}

/** Only attributes that differ are named: a CREATEROLE owner may not even mention some of them. */
export function roleDeviations(role: RoleState): Deviation[] {
  const name = quoteName(role.name)
  const tooMuch = (what: string, mend: string): Deviation => ({ what, of: 'role', kind: 'too_much', mend })
  const attributes = [
    role.superuser && 'SUPERUSER',
    role.createdb && 'CREATEDB',
    role.createrole && 'CREATEROLE',
    role.inherit && 'INHERIT',
    role.replication && 'REPLICATION',
    role.bypassrls && 'BYPASSRLS',
  ].filter((attribute) => attribute !== false)
  return [
    ...attributes.map((attribute) => tooMuch(attribute, `alter role ${name} no${attribute}`)),
    ...role.member_of.map((membership) => tooMuch(`member of ${membership.role}`, takeBack(membership, name))),
    ...(role.has_settings ? [tooMuch('settings of its own', resetSettings(name))] : []),
    ...(role.owns ? [tooMuch('owner of objects', `reassign owned by ${name} to current_user`)] : []),
    ...(role.login ? [] : [{ what: 'LOGIN', of: 'role', kind: 'missing', mend: `alter role ${name} login` } as const]),
  ]
}

const takeBack = ({ role, grantor }: RoleState['member_of'][number], member: string): string =>
  `revoke ${quoteName(role)} from ${member}${grantor === null ? '' : ` granted by ${quoteName(grantor)}`} cascade`

/** For this database and for all of them. */
const resetSettings = (name: string): string =>
  `alter role ${name} reset all; do $$ begin execute format('alter role %s in database %I reset all', '${name.replaceAll("'", "''")}', current_database()); end $$`

/** The role that an address logs in as, and whether it owns the schema. */
export interface Standing {
  role: string
  superuser: boolean
  createrole: boolean
  owner: boolean
}

/** An empty database belongs to the role that may make tables in it. */
export async function findStanding(db: Asking): Promise<Standing> {
  const { rows } = await db.query<Standing>(
    `select r.rolname as role, r.rolsuper as superuser, r.rolcreaterole as createrole,
       coalesce((select pg_has_role(r.oid, c.relowner, 'usage') from pg_class c
                 where c.relname = 'kysely_migration' and c.relnamespace = 'public'::regnamespace),
         has_schema_privilege(r.oid, 'public', 'create')) as owner
     from pg_roles r where r.rolname = current_user`,
  )
  const [standing] = rows
  if (standing === undefined) throw new Error('the role we are logged in with is not in the catalogue')
  return standing
}
