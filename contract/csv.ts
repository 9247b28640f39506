/** A table for a spreadsheet: UTF-8 with its mark, «;» between cells, as Excel with Ukrainian settings reads it. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(toCell).join(';')).join('\r\n')}\r\n`

function toCell(text: string): string {
  // A cell that begins like a formula would be run by the spreadsheet of whoever opens the file.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
