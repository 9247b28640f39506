/**
 * What takes minutes and guards what a change seldom touches. `.ci/run`, which has to be over within minutes on any machine, leaves these
 * files out (`KASYR_LONG` below a fiftieth); `npm run test:long` runs them.
 */
export const nightly = [
  'test/attack/awkward-texts.long.test.ts',
  'test/attack/crafted-backups-embedded.long.test.ts',
  'test/browser/shell-outage.long.test.ts',
  'test/component/forced-colours.long.test.ts',
  'test/component/reduced-motion.long.test.ts',
  'test/component/text-spacing.long.test.ts',
  'test/component/zoom.long.test.ts',
  'test/faults/embedded-server.long.test.ts',
  'test/faults/restore-killed.long.test.ts',
  'test/scenarios/release.long.test.ts',
]
