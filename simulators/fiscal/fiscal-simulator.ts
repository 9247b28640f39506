import { createRealClock, type WorldClock } from '../frame/clock.ts'
import { startSimulator } from '../frame/simulator.ts'
import { createApiDescription } from './api-description.ts'
import { createCabinet } from './cabinet.ts'
import { cashierOperations } from './cashier-operations.ts'
import { createCreateLimit } from './create-limit.ts'
import { createEttnDocuments } from './ettn-documents.ts'
import { ettnOperations } from './ettn-operations.ts'
import { ettnRoutes } from './ettn-routes.ts'
import { guardedOperation, openOperation } from './gate.ts'
import { organizationOperations } from './organization-operations.ts'
import { createPrepaymentChains } from './prepayment-chains.ts'
import { prepaymentOperations } from './prepayment-operations.ts'
import { receiptOperations } from './receipt-operations.ts'
import { createReceipts } from './receipts.ts'
import { registerOperations } from './register-operations.ts'
import { registerRoutes } from './register-routes.ts'
import { createRegisters, type RegisterInput } from './registers.ts'
import { reportOperations } from './report-operations.ts'
import { settingRoutes } from './setting-routes.ts'
import { Settings, type SettingsChange } from './settings.ts'
import { shiftOperations } from './shift-operations.ts'
import { createTokens } from './tokens.ts'
import { createWaybills } from './waybills.ts'
import { toWireTime } from './wire-time.ts'
import type { World } from './world.ts'

interface Options extends SettingsChange {
  port?: number
  clock?: WorldClock
  wire_clock?: WorldClock
  seed?: number
  registers?: readonly RegisterInput[]
}

/** A real one and a test one, which cannot make ETTN receipts. */
export const demoRegisters: readonly RegisterInput[] = [
  { license_key: 'demo-license-key', ettn_acquiring_id: '7c8f8a52-8b3f-4a36-9a53-0f4b8f2b6f10' },
  {
    license_key: 'test-license-key',
    fiscal_number: 'TEST123456',
    title: 'Тестова каса',
    is_test: true,
    cashier: { pin: '2222', full_name: 'Тестовий касир', is_test: true, signature: { type: 'TEST' } },
  },
]

type SetSettings = (wanted: Settings) => Settings

/** Knows nothing of a world, and takes a while to compile: one for all. */
const description = createApiDescription()

/** Checkbox: registers and their cashiers, receipts for waybills, prepayments, shifts. */
export const startFiscalSimulator = async (options: Options = {}) => {
  const { port, clock = createRealClock(), wire_clock, seed = 1, registers: given = demoRegisters, ...more } = options
  const world = createWorld(clock.now, seed, more)
  const { registers, tokens, waybills } = world
  for (const register of given) registers.put(register)
  const cabinet = createCabinet(world)
  const guarded = [
    ...registerOperations,
    ...cashierOperations(tokens),
    ...organizationOperations,
    ...ettnOperations(world),
    ...receiptOperations(world),
    ...prepaymentOperations(world),
    ...shiftOperations(world),
    ...reportOperations(world),
  ]

  const simulator = await startSimulator({
    ...(port === undefined ? {} : { port }),
    ...(wire_clock === undefined ? {} : { wire_clock }),
    clock,
    seed,
    name: 'fiscal',
    operations: [
      ...guarded.map((operation) => guardedOperation(world, operation)),
      openOperation({
        name: 'status',
        method: 'GET',
        path: '/status',
        handle: () => ({ status: 200, body: { status: 'ok', timestamp: toWireTime(clock.now()) } }),
      }),
    ],
    control_routes: [
      ...registerRoutes(registers, tokens),
      ...ettnRoutes(cabinet),
      ...settingRoutes(world.settings, world.set, waybills),
    ],
  })

  return {
    ...simulator,
    api_url: `${simulator.url}/api/v1`,
    registers,
    tokens,
    waybills,
    documents: cabinet,
    settings: world.settings,
    /** What is left out stays as it is. */
    set: (change: SettingsChange) => world.set(Settings.parse({ ...world.settings(), ...change })),
  }
}

const createWorld = (now: () => number, seed: number, given: SettingsChange): World & { set: SetSettings } => {
  let settings = Settings.parse(given)
  const current = () => settings
  return {
    now,
    description,
    settings: current,
    set: (wanted: Settings) => (settings = wanted),
    registers: createRegisters(now),
    tokens: createTokens(now, seed),
    documents: createEttnDocuments(now, seed),
    receipts: createReceipts(now, seed, current),
    chains: createPrepaymentChains(now),
    waybills: createWaybills(current),
    limit: createCreateLimit(now, current),
    past_shifts: new Map(),
    left_out: new Set(),
    copies: [],
  }
}
