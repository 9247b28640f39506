/** The payout list of a big shop's day has some hundred lines; these leave room for twenty thousand and for nothing hostile. */
export const limits = {
  bytes: 5 * 1024 * 1024,
  /** All parts that are read, together. The sizes in an archive's headers may lie, so this counts what really came out. */
  unpackedBytes: 50 * 1024 * 1024,
  parts: 2000,
  rows: 20_100,
  columns: 200,
  /** Filled ones. Fifty megabytes of markup hold two million cells, which take far more memory than their text. */
  cells: 400_000,
  characters: 2000,
  /** The markup of a sheet is eight levels deep. */
  depth: 64,
  /** Of one tag. The root of a sheet names a dozen namespaces. */
  attributes: 250,
  /** Between two tags or attributes. Spreadsheets write no more than 32,767 signs into a cell. */
  markup: 1_000_000,
  /** Spreadsheets keep no more than 65,490. */
  styles: 100_000,
} as const

/** The most that a line or a payout list may come to, in kopiykas: what the contract lets through. */
export const mostKopiykas = 1_000_000_000_000

/** What the reader has taken out of an archive so far. */
export interface Meter {
  inflated: number
}
