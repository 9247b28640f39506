import { openGround } from '../test/world/ground.ts'
import { failEach } from '../test/world/nth-call/fail-each.ts'
import { useCases } from '../test/world/nth-call/use-cases.ts'
import { openWorld } from '../test/world/world.ts'

/** `npm run nth-call`: every statement, outside call and write to a file of every use case fails once; `-- receipt`: only of those so named. */
const wanted = process.argv[2] ?? ''
const ground = await openGround()
const cases = useCases.filter(({ name }) => name.includes(wanted))
let total = 0
let broken = 0
for (const useCase of cases) {
  const plan = { seed: useCase.name, start_ms: Date.parse('2027-06-01T06:00:00Z'), registers: 1, payees: 1 }
  const world = await openWorld(ground, { ...plan, is_one_machine: true })
  const tried = await failEach(world, useCase).catch((error: unknown) => ({
    passages: 0,
    by_kind: new Map<string, number>(),
    broken: [{ law: 'it ends', about: useCase.name, detail: String(error) }],
  }))
  await world.close()
  total += tried.passages
  broken += tried.broken.length
  const kinds = [...tried.by_kind].map(([kind, count]) => `${count} ${kind}`).join(', ')
  console.log(`${String(tried.passages).padStart(4)} ${useCase.name} (${kinds})`)
  for (const { law, about, detail } of tried.broken) console.log(`     ${law}: ${about}: ${detail}`)
}
console.log(`${cases.length} use cases, ${total} passages failed, ${broken} broken`)
await ground.close()
process.exit(broken === 0 ? 0 : 1)
