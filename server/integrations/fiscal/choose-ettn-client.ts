import type { EttnClient } from './ettn-client.ts'

/** A test register of the provider knows no ETTN receipts, and a demo has no provider at all. */
export const chooseEttnClient = (
  { is_demo, is_test }: { is_demo: boolean; is_test: boolean },
  { real, stub }: { real: EttnClient; stub: EttnClient },
): EttnClient => (is_demo || is_test ? stub : real)
