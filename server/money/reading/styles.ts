import { limits } from './limits.ts'
import { damaged, tooLarge } from './refusals.ts'
import { readXml } from './xml.ts'

/** Formats that every spreadsheet knows by number and that show days (ECMA-376, 18.8.30). */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 58 && format !== 48 && format !== 49)

/** Which styles of cells show their number as a day. */
export async function readDateStyles(pieces: AsyncIterable<string>): Promise<Set<number>> {
  const dateFormats = new Set<number>()
  const dateStyles = new Set<number>()
  let [isCellStyles, style] = [false, 0]
  await readXml(pieces, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellStyles = true
      const format = Number(attributes['numFmtId'])
      if (name === 'numFmt' && isDateCode(attributes['formatCode'] ?? '')) dateFormats.add(format)
      if (dateFormats.size > limits.styles) throw tooLarge('100\u00a0000 стилів клітинок')
      if (name !== 'xf' || !isCellStyles) return
      if (isBuiltInDate(format) || dateFormats.has(format)) dateStyles.add(style)
      style += 1
      if (style > limits.styles) throw tooLarge('100\u00a0000 стилів клітинок')
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  return dateStyles
}

/** Spreadsheets accept none longer than 255 signs. */
const longestCode = 1000

/** Letters of days and hours, outside of quoted words, [colours] and escaped signs; what is not closed goes on to the end. */
function isDateCode(code: string): boolean {
  if (code.length > longestCode) throw damaged('опис стилю клітинок задовгий')
  return /[ymdhs]/iu.test(code.replace(/"[^"]*"?|\[[^\]]*\]?|\\.|_.|General/giu, ''))
}
