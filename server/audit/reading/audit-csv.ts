import type { AuditItem } from '#/contract/audit.ts'
import { csvMark, toCsvLine } from '#/contract/csv.ts'

const heads = ['Час', 'Хто', 'Дія', 'Об’єкт', 'Ідентифікатор', 'Подробиці', 'Адреса', 'Запис']

/** A line for each entry as it comes, so that a log of any length takes no more memory than a page of it. */
export async function* auditCsv(entries: AsyncIterable<AuditItem>): AsyncGenerator<string> {
  yield `${csvMark}${toCsvLine(heads)}`
  for await (const { at, actor, action, subject, details, address, id } of entries) {
    yield toCsvLine([
      kyiv.format(new Date(at)),
      actor?.login ?? 'Система',
      action,
      subject.type,
      subject.id,
      JSON.stringify(details),
      address ?? '',
      id,
    ])
  }
}

const kyiv = new Intl.DateTimeFormat('uk-UA', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'medium' })
