import { Client } from 'pg'

/**
 * The database's clock in the hand of the world: functions of the same names as PostgreSQL's own stand before them in
 * the search path of every connection to a database of a world. The
 * clock of the job queue is a function of its own, and defaults of columns are set anew.
 */
const functions = `
  create schema world_clock;
  create table world_clock.time (at timestamptz not null);
  insert into world_clock.time values (pg_catalog.clock_timestamp());
  create function world_clock.clock_timestamp() returns timestamptz language sql volatile security definer
    as 'select at from world_clock.time';
  create function world_clock.now() returns timestamptz language sql stable security definer
    as 'select at from world_clock.time';
  create function world_clock.transaction_timestamp() returns timestamptz language sql stable security definer
    as 'select at from world_clock.time';
  create function world_clock.statement_timestamp() returns timestamptz language sql stable security definer
    as 'select at from world_clock.time';
  grant usage on schema world_clock to public;
  create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select world_clock.now()';`

const settings = 'set search_path = world_clock, pg_catalog, public; set plan_cache_mode = force_generic_plan'

/** Names of databases whose time the world holds. */
const held = new Set<string>()

/** A default was bound to PostgreSQL's own function when the column was made. */
const defaults = `
  do $$ declare found record; begin
    for found in
      select d.adrelid::regclass as name, a.attname from pg_attrdef d
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
      where a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) in ('clock_timestamp()', 'now()', 'CURRENT_TIMESTAMP')
    loop
      execute format('alter table %s alter column %I set default world_clock.clock_timestamp()', found.name, found.attname);
    end loop;
  end $$`

export async function holdClock(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(functions)
    await client.query(defaults)
  } finally {
    await client.end()
  }
  held.add(new URL(databaseUrl).pathname.slice(1))
}

/** A connection of the owner, by which the world moves the time of its database. */
export interface DatabaseClock {
  set(ms: number): Promise<unknown>
  close(): Promise<void>
}

export async function openDatabaseClock(databaseUrl: string): Promise<DatabaseClock> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  return {
    set: (ms: number) => client.query('update world_clock.time set at = $1', [new Date(ms).toISOString()]),
    close: () => client.end(),
  }
}

type Connected = (error: Error | null) => void
type Connecting = (this: Client, done?: Connected) => unknown

/** Every connection that is made from now on, by the pools of the service and by its jobs, sees the world's time. */
export function watchConnections(onConnecting: (client: Client) => void): () => void {
  const { prototype }: { prototype: { connect: Connecting } } = Client
  const original = prototype.connect
  prototype.connect = function connectAndHold(done) {
    onConnecting(this)
    const connecting = connect(this, original)
    if (done === undefined) return connecting.then(() => this)
    void connecting.then(
      () => setImmediate(done, null),
      (error: Error) => setImmediate(done, error),
    )
    return undefined
  }
  return () => {
    prototype.connect = original
  }
}

async function connect(client: Client, original: Connecting): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    original.call(client, (error) => (error ? reject(error) : resolve()))
  })
  if (held.has(client.database ?? '')) await client.query(settings)
}
