import type { Order } from '#/contract/orders.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { sealSecret, secretFields } from '#/server/cash-registers/secrets/secrets.ts'
import { newId } from '#/server/platform/random.ts'
import { createUser } from '#/server/users/create-user.ts'
import { bringUpToDate, copyTemplate } from '../support/template-database.ts'
import { takeBackup, type Backup } from './backups.ts'
import { holdClock, openDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { copyOf, noDecisions, type Decisions } from './decisions.ts'
import {
  aTrueRegister,
  startOutside,
  theForeignTill,
  type ForeignTill,
  type Outside,
  type TrueRegister,
} from './outside.ts'
import { somePassword } from './passwords.ts'
import { createPeople, type People } from './people.ts'
import { aDataFolder, startProcess, type Process } from './process.ts'
import { noteSight, type Sight } from './sight.ts'

/** Where the databases of worlds are made. */
export interface Ground {
  server_url: string
  template: string
}

/** What makes one shop: everything else follows from its history. */
export interface ShopPlan {
  seed: string
  start_ms: number
  registers: number
  /** How many payees the registers belong to. */
  payees: number
  /** The database is on the machine of the service and has its clock, as after `npm start`. */
  is_one_machine: boolean
}

/** A register with its id in the service. */
export interface Register extends TrueRegister {
  id: string
  payee: number
  /** The secrets that the service has; they differ from the true ones after a change at the vendor. */
  stored: { license_key: string; pin: string; carrier_key: string }
  is_active: boolean
}

export interface World {
  plan: ShopPlan
  outside: Outside
  registers: Register[]
  foreign_till: ForeignTill
  processes: Process[]
  people: People
  /** The clock of the database, ahead of the true time by so much. */
  database_skew_ms: number
  /** Waybills in the order in which they were made. */
  ttns: string[]
  /** Numbers of CRM orders in the order in which they were made, those removed in the CRM too. */
  crm_ids: number[]
  counts: Map<string, number>
  decisions: Decisions
  /** What a person last saw of a list. */
  seen: Map<string, Order[]>
  /** By order: the last versions that a person was shown. */
  shown: Map<string, Order[]>
  batches: string[]
  /** Which documents could be seen at Checkbox, since when. */
  sights: Sight[]
  /** What happened, for a person who reads the history. */
  said: string[]
  /** Lets the true time pass, and with it the clocks of all machines. */
  advance(ms: number): Promise<void>
  /** Lets time pass, runs Checkbox's own look at parcels, then every process. */
  round(ms: number): Promise<void>
  /** Of the first process; on one machine also of its database. */
  setClock(skew_ms: number): void
  /** Starts one more process. */
  start(skew_ms?: number): Promise<void>
  /** Starts a process in the place of one that ended. */
  replace(ended: Process): Promise<void>
  /** Whether the settings name the CRM of another shop. */
  names_other_crm: boolean
  /** Changes the settings, with which all processes start anew. */
  nameCrm(is_other: boolean): Promise<void>
  /** Does whatever the lot says, in the middle of something else; set by `play`. */
  chance: (lot: number, lots: readonly [number, number, number]) => Promise<string | null>
  backUp(): Promise<void>
  /** False: there is no backup. */
  restore(): Promise<boolean>
  count(what: string, by?: number): void
  close(): Promise<void>
}

export async function openWorld(ground: Ground, plan: ShopPlan): Promise<World> {
  const trueRegisters = Array.from({ length: plan.registers }, (_, index) => aTrueRegister(index))
  const outside = await startOutside(plan.start_ms, trueRegisters)
  const folder = aDataFolder()
  const database = { url: await copyTemplate(ground.server_url, ground.template) }
  await holdClock(database.url)
  const clocks: DatabaseClock[] = [await openDatabaseClock(database.url)]
  const slots = new Map<string, number>()
  let backup: { made: Backup; decisions: Decisions; registers: Pick<Register, 'stored' | 'is_active'>[] } | null = null

  const begin = (skew_ms: number) =>
    startProcess({
      ...{ database_url: database.url, outside, skew_ms, data_dir: folder.path },
      ...{ names_other_crm: world.names_other_crm, slots },
    })
  const setDatabaseClock = async () => {
    await clocks.at(-1)?.set(outside.clock.now() + world.database_skew_ms)
  }

  const world: World = {
    plan,
    outside,
    registers: [],
    foreign_till: theForeignTill,
    processes: [],
    people: createPeople(() => world.processes[0]?.url ?? ''),
    database_skew_ms: 0,
    ttns: [],
    crm_ids: [],
    counts: new Map(),
    decisions: noDecisions(),
    seen: new Map(),
    shown: new Map(),
    batches: [],
    sights: [],
    said: [],
    count: (what, by = 1) => void world.counts.set(what, (world.counts.get(what) ?? 0) + by),
    start: async (skew_ms = 0) => void world.processes.push(await begin(skew_ms)),
    replace: async (ended) => {
      if (!ended.gate.isDead) await ended.kill()
      const place = world.processes.indexOf(ended)
      world.processes.splice(place, 1, await begin(ended.skew_ms))
    },
    names_other_crm: false,
    nameCrm: async (is_other) => {
      world.names_other_crm = is_other
      for (const process of world.processes.slice()) {
        await process.stop()
        await world.replace(process)
      }
    },
    setClock: (skew_ms) => {
      const [process] = world.processes
      if (process !== undefined) process.skew_ms = skew_ms
      if (plan.is_one_machine) world.database_skew_ms = skew_ms
    },
    advance: async (ms) => {
      await outside.clock.advance(ms)
      await setDatabaseClock()
    },
    round: async (ms) => {
      noteSight(world)
      await world.advance(ms)
      await outside.fiscal.documents.lookAtParcels()
      for (const process of world.processes) if (!process.gate.isDead) await process.work()
    },
    chance: () => Promise.resolve(null),
    backUp: async () => {
      const [process] = world.processes
      if (process === undefined) return
      const registers = world.registers.map(({ stored, is_active }) => ({ stored: { ...stored }, is_active }))
      backup = { made: await takeBackup(process, folder.path), decisions: copyOf(world.decisions), registers }
    },
    restore: async () => {
      if (backup === null) return false
      const skews = world.processes.map(({ skew_ms }) => skew_ms)
      for (const process of world.processes.splice(0)) await process.stop()
      const { database_url, note } = await backup.made.restore(ground.server_url)
      database.url = database_url
      await bringUpToDate(database_url)
      await holdClock(database.url)
      clocks.push(await openDatabaseClock(database.url))
      await setDatabaseClock()
      world.decisions = copyOf(backup.decisions)
      for (const [index, { stored, is_active }] of backup.registers.entries())
        Object.assign(world.registers[index] ?? {}, { stored: { ...stored }, is_active })
      for (const skew_ms of skews) await world.start(skew_ms)
      const [process] = world.processes
      if (process !== undefined) await note(process.app)
      return true
    },
    close: async () => {
      for (const process of world.processes) if (!process.gate.isDead) await process.stop()
      for (const clock of clocks) await clock.close()
      await outside.close()
      folder.remove()
    },
  }
  await setDatabaseClock()
  await world.start()
  await furnish(world, trueRegisters)
  return world
}

/** As if an admin had added the registers and the people long ago. */
async function furnish(world: World, trueRegisters: readonly TrueRegister[]): Promise<void> {
  const [{ app } = missing()] = world.processes
  for (const [index, register] of trueRegisters.entries()) {
    const { license_key, pin, carrier_key } = register
    const stored = { license_key, pin, carrier_key }
    const id = newId()
    const sealed = Object.fromEntries(secretFields.map((field) => [field, sealSecret(app, id, field, stored[field])]))
    const shown = { name: register.name, payment_label: '', tax_codes: '[]' }
    await app.db
      .insertInto('cash_registers')
      .values({ id, ...shown, is_default: index === 0, active: true, is_test: false, ...sealed })
      .execute()
    const payee = index % world.plan.payees
    const tax_number = `301234567${payee}`
    world.outside.fiscal.registers.change(license_key, { organization: { edrpou: tax_number, tax_number } })
    world.registers.push({ ...register, id, payee, stored, is_active: true })
    await checkRegister(app, theSystem, id)
  }
  for (const login of ['cashier1', 'cashier2']) {
    const person = { login, name: `Олена ${login}`, role: 'cashier', password: somePassword } as const
    const { user } = await createUser(app, theSystem, person)
    await app.db
      .updateTable('credentials')
      .set({ must_change: false, one_time_until: null })
      .where('user_id', '=', user.id)
      .execute()
  }
}

const missing = (): never => {
  throw new Error('the world has no process')
}
