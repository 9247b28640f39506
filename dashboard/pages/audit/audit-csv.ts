import type { AuditItem } from '#/contract/audit.ts'
import type { AuditView } from '../../audit-view.ts'
import { auditSentence, subjectWords } from '../../audit-words.ts'
import { toCsv } from '#/contract/csv.ts'
import { formatDateTime } from '../../format.ts'
import { changesOf } from './audit-changes.ts'

const heads = ['Час', 'Хто', 'Дія', 'Об’єкт', 'Ідентифікатор', 'Зміни', 'Адреса']

export const toAuditCsv = (entries: readonly AuditItem[]): string =>
  toCsv([
    heads,
    ...entries.map(({ at, actor, action, details, subject, address }) => [
      formatDateTime(at),
      actor?.login ?? 'Система',
      auditSentence(action, details),
      subjectWords[subject.type],
      subject.id,
      changesOf(details)
        .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
        .join(' | '),
      address ?? '',
    ]),
  ])

/** The filter stands in the name: «zhurnal_actor-olena_from-2026-03-01.csv». */
export const auditFileName = (view: AuditView): string =>
  ['zhurnal', ...Object.entries(view).map(([name, value]) => `${name}-${String(value).replace(/[^\w-]/g, '-')}`)].join(
    '_',
  ) + '.csv'
