import { Link } from '@tanstack/react-router'
import { paths } from '../../addresses/paths.ts'
import { reportNames, type ReportName } from '../../addresses/report-view.ts'
import { reportWords } from './report-words.ts'
import classes from './ReportTabs.module.css'

/** The period and whose it is stay when another report is chosen. */
export const ReportTabs = ({ report }: { report: ReportName }) => (
  <nav aria-label="Звіти" className={classes.tabs}>
    {reportNames.map((name) => (
      <Link
        key={name}
        to={paths.reports}
        search={({ report: _before, rows: _open, ...before }) =>
          name === 'summary' ? before : { ...before, report: name }
        }
        resetScroll={false}
        className={classes.tab}
        // The router would compare the whole search; here the report alone decides.
        aria-current={name === report ? 'page' : undefined}
        activeProps={{ 'aria-current': undefined }}
        data-current={name === report || undefined}
      >
        {reportWords[name]}
      </Link>
    ))}
  </nav>
)
