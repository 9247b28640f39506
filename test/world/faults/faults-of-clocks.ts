import type { PlantedFault } from './planted-fault.ts'

/** Wrong, jumping and sleeping clocks. */
export const faultsOfClocks: readonly PlantedFault[] = [
  {
    name: 'the times of receipts are our clock’s, so a jump ends a doubt before its time',
    needs: ['the clock is put wrong', 'an answer of Checkbox is lost'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/receipt-time.ts',
        from: 'new Date(ours.getTime() - ettn(false).aheadMs())',
        to: 'new Date(ours.getTime() - ettn(false).aheadMs() * 0)',
      },
    ],
  },
  {
    name: 'a machine that slept sends with a permit that is long over',
    needs: ['the machine sleeps', 'an answer of Checkbox is lost'],
    test: 'server/platform/permit.test.ts',
    changes: [
      {
        file: 'server/platform/permit.ts',
        from: 'Math.max(monotonicMs() - monotonic, Math.abs(clock.now().getTime() - wall))',
        to: 'Math.max(monotonicMs() - monotonic, wall * 0)',
      },
    ],
  },
  {
    name: 'a receipt waits for a future that a wrong clock has written',
    needs: ['the clock is put wrong', 'an answer of Checkbox is lost'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/receipt-time.ts',
        from: 'isLater(receipt.unknown_since) ? seen : receipt.unknown_since',
        to: 'receipt.unknown_since',
      },
    ],
  },
  {
    name: 'clocks that differ are not shown',
    needs: ['the clock is put wrong'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/clocks/clock-rules.ts',
        from: 'Math.abs(ahead_ms) > shownFromMs',
        to: 'Math.abs(ahead_ms) > shownFromMs * 1e9',
      },
    ],
  },
  {
    name: 'receipts are sent however wrong the clock is',
    needs: ['the clock is put wrong'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/clocks/clock-rules.ts',
        from: 'Math.abs(ahead_ms) > stopsFromMs',
        to: 'Math.abs(ahead_ms) > stopsFromMs * 1e9',
      },
    ],
  },
]
