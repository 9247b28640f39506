import type { PlantedFault } from './planted-fault.ts'
import { faultsOfMarks } from './faults-of-marks.ts'
import { faultsOfTime } from './faults-of-time.ts'
import { faultsOfWatching } from './faults-of-watching.ts'

export const plantedFaults: readonly PlantedFault[] = [...faultsOfMarks, ...faultsOfTime, ...faultsOfWatching]
