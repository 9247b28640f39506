import { useQuery } from '@tanstack/react-query'
import type { AccountantReport, ReportPeriod } from '#/contract/reports.ts'
import { accountantQuery } from '../../api/reports.ts'
import { Table, type Column } from '../../ui/Table.tsx'
import { formatDay } from '../../words/format.ts'
import classes from './Accountant.module.css'
import { Loaded } from './Loaded.tsx'
import { NoTransfers } from './NoTransfers.tsx'
import { formatSum, unknownPayee } from './report-words.ts'

type Sums = AccountantReport['total']
type Day = AccountantReport['rows'][number]

const sum = (key: keyof Sums, head: string, isStrong = false): Column<Day> => ({
  ...{ key, head, isNumber: true, isStrong },
  cell: ({ [key]: kopiykas }) => (kopiykas === 0 ? null : formatSum(kopiykas)),
})

/** Bold is what the accountant chooses between. */
const columns: readonly Column<Day>[] = [
  { key: 'day', head: 'Дата', card: 'lead', cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time> },
  {
    key: 'payee',
    head: 'Одержувач коштів',
    card: 'line',
    width: '25%',
    cell: ({ payee }) => payee?.name ?? unknownPayee,
  },
  sum('receipts', 'Чеки'),
  sum('returned', 'Повернено покупцям'),
  sum('income_by_receipts', 'Дохід за датою чека', true),
  sum('accepted', 'Прийнято'),
  sum('commission', 'Комісія'),
  sum('transferred', 'Перераховано'),
  sum('income_by_transfers', 'Дохід за датою переказу', true),
  sum('carried_over', 'З нього за посилки минулого місяця'),
]

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
  <Table
    name="Для бухгалтера, суми в гривнях"
    place="long"
    columns={columns}
    rows={rows}
    keyOf={({ day, payee }) => `${day} ${payee?.id}`}
    total={{ name: 'Усього', span: 2, row: { ...total, day: '', payee: null } }}
  />
)
