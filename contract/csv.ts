/** A cell is text that somebody may have typed, or a number of ours, which stays one that can be summed up. */
export type CsvCell = string | { number: string }

/** A table for a spreadsheet: UTF-8 with its mark, «;» between cells, as Excel with Ukrainian settings reads it. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string => `${csvMark}${rows.map(toCsvLine).join('')}`

/** Stands before the first line and nowhere else. */
export const csvMark = '\uFEFF'

export const toCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? toCell(cell) : cell.number)).join(';')}\r\n`

function toCell(text: string): string {
  // A cell that begins like a formula would be run by the spreadsheet of the person who opens the file.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
