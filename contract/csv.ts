/** A table for a spreadsheet: UTF-8 with its mark, «;» between cells, as Excel with Ukrainian settings reads it. */
export const toCsv = (rows: readonly (readonly string[])[]): string => `${csvMark}${rows.map(toCsvLine).join('')}`

/** Stands before the first line and nowhere else. */
export const csvMark = '\uFEFF'

export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(';')}\r\n`

/** A number below zero is no formula, and must stay one that can be summed up. */
const negative = /^-\d+(?:,\d+)?$/

function toCell(text: string): string {
  // A cell that begins like a formula would be run by the spreadsheet of the person who opens the file.
  const harmless = /^[=+\-@\t\r]/.test(text) && !negative.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
