import { useQuery } from '@tanstack/react-query'
import type { AccountantReport, ReportPeriod } from '#/contract/reports.ts'
import { accountantQuery } from '../../api/reports.ts'
import { asCell, asColumnHead, asRow, asRowHead, asRows, asTable } from '../../ui/table-roles.ts'
import { formatDay } from '../../words/format.ts'
import classes from './Accountant.module.css'
import { Loaded } from './Loaded.tsx'
import { NoTransfers } from './NoTransfers.tsx'
import { formatSum, nobody } from './report-words.ts'
import tables from './WideTable.module.css'

type Sums = AccountantReport['total']

const columns = [
  ['receipts', 'Чеки'],
  ['returned', 'Повернено покупцям'],
  ['income_by_receipts', 'Дохід за датою чека'],
  ['accepted', 'Прийнято'],
  ['commission', 'Комісія'],
  ['transferred', 'Перераховано'],
  ['income_by_transfers', 'Дохід за датою переказу'],
  ['carried_over', 'З нього за посилки минулого місяця'],
] as const satisfies readonly (readonly [keyof Sums, string])[]

/** What the accountant chooses between. */
const isIncome = (name: keyof Sums): boolean => name === 'income_by_receipts' || name === 'income_by_transfers'

/** Days for the book of income, with both dates on which a sum may count. */
export function Accountant({ asked }: { asked: ReportPeriod }) {
  const query = useQuery(accountantQuery(asked))
  return (
    <>
      <p className={classes.about}>
        Дохід показано двічі: за датою фіскального чека і за датою, коли гроші перерахувала NovaPay, разом із її
        комісією. Яка з них є датою доходу, Касир не&nbsp;вирішує: це вибір вашого бухгалтера. Не&nbsp;додавайте ці
        стовпці один до одного.
      </p>
      <Loaded query={query}>
        {(report) =>
          report.rows.length === 0 ? (
            <p>За цей період немає ні фіскальних чеків, ні переказів. Змініть період або фільтри.</p>
          ) : (
            <>
              {report.rows.every(({ accepted }) => accepted === 0) && <NoTransfers />}
              <Days report={report} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const Days = ({ report: { rows, total } }: { report: AccountantReport }) => (
  <table {...asTable} className={tables.table} aria-label="Для бухгалтера, суми в гривнях">
    <thead {...asRows} className={tables.head}>
      <tr {...asRow}>
        <th {...asColumnHead} scope="col">
          Дата
        </th>
        <th {...asColumnHead} scope="col" data-column="wide">
          Одержувач коштів
        </th>
        {columns.map(([name, words]) => (
          <th key={name} {...asColumnHead} scope="col" data-column="money">
            {words}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...asRows}>
      {rows.map((row) => (
        <tr key={`${row.day} ${row.payee?.id}`} {...asRow} className={tables.row}>
          <th {...asRowHead} scope="row" data-column="lead">
            <time dateTime={row.day}>{formatDay(row.day)}</time>
          </th>
          <td {...asCell} data-column="wide">
            {row.payee?.name ?? nobody}
          </td>
          <SumCells sums={row} />
        </tr>
      ))}
    </tbody>
    <tfoot {...asRows}>
      <tr {...asRow} className={`${tables.row} ${tables.total}`}>
        <th {...asRowHead} scope="row" colSpan={2} data-column="lead">
          Усього
        </th>
        <SumCells sums={total} />
      </tr>
    </tfoot>
  </table>
)

const SumCells = ({ sums }: { sums: Sums }) =>
  columns.map(([name, words]) => (
    <td
      key={name}
      {...asCell}
      data-column="money"
      data-strong={isIncome(name) || undefined}
      data-nothing={sums[name] === 0 || undefined}
    >
      <span className={tables.name} aria-hidden>
        {words}
      </span>
      {sums[name] === 0 ? '–' : formatSum(sums[name])}
    </td>
  ))
