/** A cell is text that a person may have typed, or a number of ours, which a spreadsheet can sum up. */
export type CsvCell = string | { number: string }

/** A table for a spreadsheet: UTF-8 with its mark, «;» between cells, as Excel with Ukrainian settings reads it. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string => `${csvMark}${rows.map(toCsvLine).join('')}`

/** At the start of the file only. */
export const csvMark = '\uFEFF'

export const toCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? toCell(cell) : cell.number)).join(';')}\r\n`

/**
 * A cell that begins like a formula would be run by the spreadsheet of the person who opens the file. Which sign parts cells is
 * up to that spreadsheet, and one that parts by another ignores our quotes: so the apostrophe stands before the sign itself
 * wherever any spreadsheet may begin a cell. Some spreadsheets take the wide signs of East Asian keyboards for the usual ones.
 */
const likeFormula = /(?<=^|[,;|\t\r\n"])[=+\-@＝＋－＠\t\r]/g

function toCell(text: string): string {
  const harmless = text.replace(likeFormula, "'$&")
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
