import type { PlantedFault } from './planted-fault.ts'
import { faultsOfClocks } from './faults-of-clocks.ts'
import { faultsOfMarks } from './faults-of-marks.ts'
import { faultsOfTills } from './faults-of-tills.ts'
import { faultsOfTime } from './faults-of-time.ts'
import { faultsOfWatching } from './faults-of-watching.ts'
import { furtherFaults } from './further-faults.ts'

export const plantedFaults: readonly PlantedFault[] = [
  ...faultsOfMarks,
  ...faultsOfClocks,
  ...faultsOfTime,
  ...faultsOfTills,
  ...faultsOfWatching,
  ...furtherFaults,
]
