import type { z } from 'zod'
import { createRealClock, type WorldClock } from '../frame/clock.ts'
import { startSimulator } from '../frame/simulator.ts'
import { createAsked } from './asked.ts'
import { carrierOperations } from './carrier-operations.ts'
import { controlRoutes } from './control-routes.ts'
import { createKeys, type KeyChange } from './keys.ts'
import { createParcels } from './parcels.ts'
import { createServedAnswers } from './served-answers.ts'
import { Settings, type World } from './world.ts'

interface Options extends z.input<typeof Settings> {
  port?: number
  clock?: WorldClock
  wire_clock?: WorldClock
  seed?: number
  /** Two demo keys unless given. */
  keys?: readonly KeyChange[]
}

/** Нова пошта, API v2.0: parcels on their way, whose they are, and how much is to be paid for them. */
export const startCarrierSimulator = async (options: Options = {}) => {
  const { port, clock = createRealClock(), wire_clock, seed = 1, keys: givenKeys, ...given } = options
  let settings = Settings.parse(given)
  const keys = createKeys(givenKeys)
  const parcels = createParcels(clock.now)
  const asked = createAsked()
  const served = createServedAnswers()
  const world: World = {
    clock,
    seed,
    settings: () => settings,
    set: (wanted) => (settings = wanted),
    keys,
    parcels,
    asked,
  }

  const simulator = await startSimulator({
    ...(port === undefined ? {} : { port }),
    ...(wire_clock === undefined ? {} : { wire_clock }),
    name: 'carrier',
    clock,
    seed,
    operations: carrierOperations(world, served),
    control_routes: controlRoutes(world, served),
  })

  return {
    ...simulator,
    api_url: `${simulator.url}/v2.0/json/`,
    parcels,
    keys,
    asked,
    /** What is left out stays as it is. */
    set: (change: z.input<typeof Settings>) => world.set(Settings.parse({ ...settings, ...change })),
    serve: served.serve,
    serveSample: served.serveSample,
  }
}
