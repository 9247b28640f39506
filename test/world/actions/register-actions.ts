import type { World } from '../world.ts'
import { actionsOf, more, pick, type Action, type Lots } from './action.ts'
import { ask, codeOf } from './people-actions.ts'

type Register = World['registers'][number]

const onRegister = (
  name: string,
  weight: number,
  act: (world: World, register: Register, lots: Lots) => Promise<string | null>,
): Action =>
  actionsOf('people')(name, weight, (world, lots) => {
    const register = pick(world.registers, lots[1])
    world.people.anew('admin')
    return register === undefined ? null : act(world, register, lots)
  })

/** First without, then with the confirmation that the screen asks for. */
async function patch(world: World, { id }: Register, body: object): Promise<{ isDone: boolean; said: string }> {
  const path = `/cash-registers/${id}`
  const first = await ask(world, 'admin', { method: 'PATCH', path, body })
  if (first.status !== 409) return { isDone: first.status === 200, said: `${first.status}${codeOf(first.body)}` }
  const second = await ask(world, 'admin', { method: 'PATCH', path, body: { ...body, confirm: true } })
  const said = `${first.status}${codeOf(first.body)}, confirmed: ${second.status}${codeOf(second.body)}`
  return { isDone: second.status === 200, said }
}

/** What an admin does with the registers. */
export const registerActions: readonly Action[] = [
  onRegister('the PIN of a register is typed', 3, async (world, register) => {
    const { pin } = register
    if (pin === register.stored.pin) return null
    const { isDone, said } = await patch(world, register, { pin })
    if (isDone) register.stored.pin = pin
    return `the admin types the new PIN of ${register.name}: ${said}`
  }),
  onRegister('a wrong PIN is typed', 1, async (world, register) => {
    const { isDone, said } = await patch(world, register, { pin: '99990000' })
    if (isDone) register.stored.pin = '99990000'
    return `the admin types a wrong PIN of ${register.name}: ${said}`
  }),
  onRegister('a register is switched off', 1, async (world, register) => {
    if (!register.is_active) return null
    const { isDone, said } = await patch(world, register, { active: false })
    register.is_active = !isDone
    return `the admin switches ${register.name} off: ${said}`
  }),
  onRegister('a register is switched on', 2, async (world, register) => {
    if (register.is_active) return null
    const { isDone, said } = await patch(world, register, { active: true })
    register.is_active = isDone
    return `the admin switches ${register.name} on: ${said}`
  }),
  onRegister('a register is checked', 1, async (world, { id, name }) => {
    const { status } = await ask(world, 'admin', { method: 'POST', path: `/cash-registers/${id}/check` })
    return `the admin checks ${name}: ${status}`
  }),
  onRegister('a register becomes the default', 1, async (world, { id, name }) => {
    const { status } = await ask(world, 'admin', { method: 'POST', path: `/cash-registers/${id}/default` })
    return `${name} becomes the default: ${status}`
  }),
  onRegister('a carrier key is renewed', 1, async (world, register, [, , c]) => {
    const carrier_key = `${register.id.slice(-4)}${Math.floor(c * 1e9)}`.padStart(32, 'decade')
    const { keys, parcels } = world.outside.carrier
    const { more_senders = [] } = keys.find(register.carrier_key) ?? {}
    keys.put([
      { key: carrier_key, phones: register.phones.slice(0, 1), name: register.name, more_senders, state: 'ok' },
    ])
    parcels.put(
      parcels
        .all()
        .filter(({ owner_key }) => owner_key === register.carrier_key)
        .map(({ ttn }) => ({ ttn, owner_key: carrier_key })),
    )
    keys.put([{ key: register.carrier_key, state: 'expired' }])
    world.outside.fiscal.registers.change(register.license_key, { carrier_key })
    register.carrier_key = carrier_key
    if (more(c) < 0.3) return `the carrier key of ${register.name} is another, and nobody types it`
    const { isDone, said } = await patch(world, register, { carrier_key })
    if (isDone) register.stored.carrier_key = carrier_key
    return `the admin renews the carrier key of ${register.name}: ${said}`
  }),
  onRegister('the new carrier key is typed', 2, async (world, register) => {
    const { carrier_key } = register
    if (carrier_key === register.stored.carrier_key) return null
    const { isDone, said } = await patch(world, register, { carrier_key })
    if (isDone) register.stored.carrier_key = carrier_key
    return `the admin types the carrier key of ${register.name}: ${said}`
  }),
]
