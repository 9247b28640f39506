import { Link } from '@tanstack/react-router'
import type { AuditItem } from '#/contract/audit.ts'
import type { AuditView } from '../../audit-view.ts'
import { auditSentence, subjectWords } from '../../audit-words.ts'
import { formatDateTime } from '../../format.ts'
import { paths } from '../../paths.ts'
import { changesOf } from './audit-changes.ts'
import classes from './AuditPage.module.css'

interface Props {
  entry: AuditItem
  view: AuditView
}

/** Who, what, to what, from where and when; what was and what became where something changed. */
export function AuditEntry({ entry, view }: Props) {
  const { at, actor, action, details, subject, address } = entry
  return (
    <li className={classes.entry}>
      <div className={classes.when}>
        <time dateTime={at}>{formatDateTime(at)}</time>
        {address !== null && <span className={classes.address}>{address}</span>}
      </div>
      <div className={classes.what}>
        <div>
          <span className={classes.actor}>{actor === null ? 'Система' : actor.login}</span>
          {': '}
          {auditSentence(action, details)}
        </div>
        <div className={classes.about}>
          <SubjectLink entry={entry} />
          {view.subject === undefined && (
            <Link to={paths.audit} search={{ ...view, subject: subject.id }}>
              Усе про цей об’єкт: {subjectWords[subject.type]}
            </Link>
          )}
        </div>
        <Changes details={details} />
      </div>
    </li>
  )
}

function SubjectLink({ entry: { subject, details } }: { entry: AuditItem }) {
  const order = subject.type === 'receipt' ? details['order_id'] : subject.type === 'order' ? subject.id : null
  if (typeof order === 'string') {
    return (
      <Link to={paths.orders} search={{ order }}>
        Відкрити замовлення
      </Link>
    )
  }
  if (subject.type === 'cash_register') return <Link to={paths.cashRegisters}>Відкрити каси</Link>
  if (subject.type === 'user') return <Link to={paths.users}>Відкрити користувачів</Link>
  return null
}

function Changes({ details }: { details: AuditItem['details'] }) {
  const changes = changesOf(details)
  if (changes.length === 0) return null
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Поле</th>
          <th scope="col">Було</th>
          <th scope="col">Стало</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
