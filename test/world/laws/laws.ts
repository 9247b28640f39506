import type { View } from '../view.ts'
import type { World } from '../world.ts'
import { whatIsSentWasConfirmed } from './confirmed.ts'
import { countsAreTrue } from './counts.ts'
import { everySaleIsCovered } from './covered.ts'
import { theCrmIsShown } from './crm-is-shown.ts'
import type { Broken, Law } from './law.ts'
import { noSaleIsDoubled } from './single.ts'
import { everyStateIsTrue } from './states.ts'
import { everyWordIsTrue } from './words.ts'

const laws: readonly Law[] = [
  everySaleIsCovered,
  noSaleIsDoubled,
  whatIsSentWasConfirmed,
  theCrmIsShown,
  countsAreTrue,
  everyStateIsTrue,
  everyWordIsTrue,
]

export const judgeAll = (world: World, view: View): Broken[] => laws.flatMap((law) => law(world, view))
