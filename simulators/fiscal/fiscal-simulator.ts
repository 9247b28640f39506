import { createRealClock, type WorldClock } from '../frame/clock.ts'
import { startSimulator } from '../frame/simulator.ts'
import { createApiDescription } from './api-description.ts'
import { cashierOperations } from './cashier-operations.ts'
import { guardedOperation, openOperation } from './gate.ts'
import { organizationOperations } from './organization-operations.ts'
import { registerOperations } from './register-operations.ts'
import { registerRoutes } from './register-routes.ts'
import { createRegisters, type RegisterInput } from './registers.ts'
import { createTokens } from './tokens.ts'
import { toWireTime } from './wire-time.ts'

interface Options {
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

/** Knows nothing of a world, and takes a while to compile: one for all. */
const description = createApiDescription()

/** Checkbox as far as a register can be checked with it. */
export const startFiscalSimulator = async ({
  clock = createRealClock(),
  seed = 1,
  registers: given = demoRegisters,
  ...options
}: Options = {}) => {
  const registers = createRegisters(clock.now)
  const tokens = createTokens(clock.now, seed)
  const world = { registers, tokens, description }
  for (const register of given) registers.put(register)

  const simulator = await startSimulator({
    ...options,
    clock,
    seed,
    name: 'fiscal',
    operations: [
      ...[...registerOperations, ...cashierOperations(tokens), ...organizationOperations].map((operation) =>
        guardedOperation(world, operation),
      ),
      openOperation({
        name: 'status',
        method: 'GET',
        path: '/status',
        handle: () => ({ status: 200, body: { status: 'ok', timestamp: toWireTime(clock.now()) } }),
      }),
    ],
    control_routes: registerRoutes(registers, tokens),
  })

  return { ...simulator, api_url: `${simulator.url}/api/v1`, registers, tokens }
}
