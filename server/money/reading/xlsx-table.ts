import type { Meter } from './limits.ts'
import { readSheet, readStrings } from './sheet.ts'
import { readDateStyles } from './styles.ts'
import type { Table } from './table.ts'
import { openParts } from './unzip.ts'
import { readWorkbook } from './workbook.ts'

export async function readXlsx(bytes: Uint8Array, meter: Meter): Promise<Table> {
  const parts = await openParts(bytes, meter)
  const { sheet, strings, styles, is1904, others } = await readWorkbook(parts)
  const book = {
    is1904,
    strings: strings === null ? [] : await readStrings(parts.read(strings)),
    dateStyles: styles === null ? new Set<number>() : await readDateStyles(parts.read(styles)),
  }
  const rows = await readSheet(parts.read(sheet), book)
  const notes = others > 0 ? ['У файлі кілька аркушів; прочитано лише перший.'] : []
  return { form: 'xlsx', rows, notes }
}
