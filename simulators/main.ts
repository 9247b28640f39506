import { startCarrierSimulator } from './carrier/carrier-simulator.ts'
import { startCrmSimulator } from './crm/crm-simulator.ts'
import { startFiscalSimulator } from './fiscal/fiscal-simulator.ts'
import { runSimulators, type SimulatorEntry } from './run-simulators.ts'

/** Every simulator there is; a new one is a line here. */
const simulators: SimulatorEntry[] = [
  { name: 'crm', title: 'CRM', port: 4601, start: startCrmSimulator },
  { name: 'carrier', title: 'Нова пошта', port: 4602, start: startCarrierSimulator },
  { name: 'fiscal', title: 'Checkbox', port: 4603, start: startFiscalSimulator },
]

await runSimulators(simulators, process.argv.slice(2))
