import type { Passage } from '../gate.ts'
import type { Broken } from '../laws/law.ts'
import { judgeAll } from '../laws/laws.ts'
import { lookAround } from '../view.ts'
import type { World } from '../world.ts'
import { paid } from './sales.ts'
import type { UseCase } from './use-cases.ts'

/** Far beyond any use case: one that never passes clean is a fault of this test. */
const mostPassages = 400

export interface Tried {
  passages: number
  /** Of those by kind: statements, calls and writes. */
  by_kind: Map<Passage, number>
  broken: Broken[]
}

/** The n-th passage of a use case fails, for n = 1 until it passes clean; then everything settles, and the laws are judged. */
export async function failEach(world: World, { name, prepare, act, is_unpaid }: UseCase): Promise<Tried> {
  const sales = new Map<string, number>()
  const by_kind = new Map<Passage, number>()
  for (let n = 1; ; n += 1) {
    if (n > mostPassages) throw new Error(`${name} did not pass clean within ${mostPassages} passages`)
    const sale = await prepare(world)
    const failed = await failAt(world, n, () => act(world, sale))
    await mend(world)
    if (is_unpaid === undefined) paid(world, sale)
    sales.set(sale.ttn, n)
    if (failed === null) break
    by_kind.set(failed, (by_kind.get(failed) ?? 0) + 1)
  }
  for (const seconds of [660, 60, 3_700, 60, 10_900, 7_200, 660, 60]) await world.round(seconds * 1000)
  const broken = judgeAll(world, await lookAround(world))
  for (const one of broken) one.detail = `${whichOf(one, sales)}${one.detail}`
  return { passages: [...by_kind.values()].reduce((sum, count) => sum + count, 0), by_kind, broken }
}

/** Everybody answers again, and what the failure has left behind has its time. */
async function mend(world: World): Promise<void> {
  for (const { id, is_active, pin, stored } of world.registers) {
    if (!is_active) await world.people.ask('admin', 'PATCH', `/cash-registers/${id}`, { active: true })
    if (stored.pin !== pin) await world.people.ask('admin', 'PATCH', `/cash-registers/${id}`, { pin })
  }
  for (const seconds of [15, 60, 720]) await world.round(seconds * 1000)
}

function whichOf({ about, detail }: Broken, sales: ReadonlyMap<string, number>): string {
  const ttn = [...sales.keys()].find((one) => about.includes(one) || detail.includes(one))
  return ttn === undefined ? '' : `passage ${sales.get(ttn)}: `
}

const lostOf: Record<Passage, string> = {
  statement: 'Connection terminated unexpectedly',
  call: 'socket hang up',
  write: 'ENOSPC: no space left on device',
}

/** null: it passed clean. */
async function failAt(world: World, n: number, act: () => Promise<unknown>): Promise<Passage | null> {
  const [process] = world.processes
  let left = n
  let failed: Passage | null = null
  process?.gate.watch((passage, lose) => {
    left -= 1
    if (left !== 0) return
    failed = passage
    lose()
    throw new Error(lostOf[passage])
  })
  await act().catch(() => undefined)
  process?.gate.watch(null)
  return failed
}
