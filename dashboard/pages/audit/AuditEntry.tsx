import { IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AuditItem } from '#/contract/audit.ts'
import { orderIdOf, type LinkedWords } from './audit-pieces.ts'
import type { AuditView } from '../../addresses/audit-view.ts'
import { auditSentence, subjectWords } from './audit-words.ts'
import { formatClock, formatDateTime } from '../../words/format.ts'
import { paths } from '../../addresses/paths.ts'
import { Table, type Column } from '../../ui/Table.tsx'
import { changesOf, type ShownChange } from './audit-changes.ts'
import classes from './AuditPage.module.css'

interface Props {
  entry: AuditItem
  view: AuditView
}

/** Who, what, to what, from where and when; what was and what became where something changed. */
export function AuditEntry({ entry, view }: Props) {
  const { at, actor, details, address } = entry
  return (
    <li className={classes.entry}>
      <time className={classes.when} dateTime={at} title={formatDateTime(at)}>
        {formatClock(at)}
      </time>
      <div className={classes.what}>
        <div>
          <span className={classes.actor}>{actor === null ? 'Система' : actor.login}</span>
          {': '}
          <Sentence entry={entry} />
        </div>
        <Changes details={details} />
      </div>
      <span className={classes.address}>{address}</span>
      {view.subject === undefined && <OnlyThis entry={entry} view={view} />}
    </li>
  )
}

function Sentence({ entry }: { entry: AuditItem }) {
  return auditSentence(entry).map((piece) =>
    typeof piece === 'string' ? piece : <Words key={piece.leads} linked={piece} entry={entry} />,
  )
}

function Words({ linked: { leads, words }, entry }: { linked: LinkedWords; entry: AuditItem }) {
  const order = orderIdOf(entry)
  if (leads === 'order' && order !== null)
    return (
      <Link to={paths.orders} search={{ order }}>
        {words}
      </Link>
    )
  if (leads === 'order') return words
  return <Link to={entry.subject.type === 'user' ? paths.users : paths.cashRegisters}>{words}</Link>
}

/** Leads to everything that was done to the same thing. */
function OnlyThis({ entry, view }: Props) {
  return (
    <Link
      to={paths.audit}
      search={{ ...view, subject: entry.subject.id }}
      className={classes.only}
      aria-label={`Лише записи про те саме: ${nameOf(entry)}`}
      title="Лише записи про те саме"
    >
      <IconFilter size={16} aria-hidden />
    </Link>
  )
}

/** «чек за замовлення № 84201», «каса «Основна»», «сеанс». */
function nameOf({ subject: { type }, order, subject_name }: AuditItem): string {
  if (order !== undefined) {
    const named = `замовлення №\u00a0${order.number}`
    return type === 'order' ? named : `${subjectWords[type]}, ${named}`
  }
  return subject_name === undefined ? subjectWords[type] : `${subjectWords[type]} «${subject_name}»`
}

const columns: readonly Column<ShownChange>[] = [
  { key: 'field', head: 'Поле', card: 'lead', cell: ({ field }) => field },
  { key: 'before', head: 'Було', cell: ({ before }) => before },
  { key: 'after', head: 'Стало', cell: ({ after }) => after },
]

function Changes({ details }: { details: AuditItem['details'] }) {
  const changes = changesOf(details)
  if (changes.length === 0) return null
  return (
    <div className={classes.changes}>
      <Table isSmall name="Що змінено" place="inner" columns={columns} rows={changes} keyOf={({ field }) => field} />
    </div>
  )
}
