/** A rule of the service taken out again: the shop of chance must find it, and so must the test that was written for it. */
export interface PlantedFault {
  /** What the service does wrong with it. */
  name: string
  /** Without these actions a shop cannot show it, so a hunt plays only shops that have them. */
  needs?: readonly string[]
  /** The test that was red before the rule came. */
  test: string
  /** Each `from` stands exactly once in its file. */
  changes: readonly { file: string; from: string; to: string }[]
}
