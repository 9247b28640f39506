import { runSimulators, type SimulatorEntry } from './run-simulators.ts'

/** Every simulator there is; a new one is a line here. */
const simulators: SimulatorEntry[] = []

await runSimulators(simulators, process.argv.slice(2))
