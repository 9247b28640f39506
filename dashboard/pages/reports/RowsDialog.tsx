import { useInfiniteQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { formatMoney } from '#/contract/money.ts'
import { formatCount, pluralize } from '#/contract/plurals.ts'
import { amountOnly, isShiftMetric, metricWords } from '#/contract/report-words.ts'
import type { Figure, ReportMetric, ReportRow } from '#/contract/reports.ts'
import type { Behind } from '../../addresses/report-view.ts'
import { reportRowsQuery } from '../../api/reports.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { formatDay } from '../../words/format.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { Loaded } from './Loaded.tsx'
import { periodName } from './report-period.ts'
import { noRegister, unknownPayee } from './report-words.ts'
import classes from './RowsDialog.module.css'

interface Props {
  behind: Behind
  metric: ReportMetric
  onClose: () => void
}

/** What one number is made of, newest first; the sums of these rows are the number. */
export function RowsDialog({ behind, metric, onClose }: Props) {
  const rows = useInfiniteQuery(reportRowsQuery(behind))
  const title = `${metricWords[metric]}: ${metric === 'waiting' ? `на кінець ${formatDay(behind.to)}` : periodName(behind)}`
  const close = (
    <IconButton className={classes.close} aria-label="Закрити" title="Закрити (Esc)" onClick={onClose}>
      <IconX size={20} aria-hidden />
    </IconButton>
  )
  return (
    <Dialog title={title} size="wide" aside={close} onClose={onClose}>
      <Loaded query={rows}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <div className="stack">
              <Told metric={metric} total={pages[0]?.total ?? { count: 0, amount: 0 }} shown={items.length} />
              {items.length > 0 && (
                <Table
                  name="Рядки"
                  place="inner"
                  columns={columnsOf(isShiftMetric(metric))}
                  rows={items}
                  keyOf={({ id }) => id}
                />
              )}
              <MoreButton query={rows} />
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

const shiftForms = { one: 'зміна', few: 'зміни', many: 'змін', other: 'зміни' }
const rowForms = { one: 'рядок', few: 'рядки', many: 'рядків', other: 'рядка' }

function Told({ metric, total, shown }: { metric: ReportMetric; total: Figure; shown: number }) {
  if (total.count === 0)
    return <p>За цим числом уже немає жодного рядка: щось змінилося після того, як його показали.</p>
  const what =
    metric === 'sum_differs' || metric === 'z_difference'
      ? 'різниця разом'
      : amountOnly.includes(metric)
        ? 'разом'
        : 'на суму'
  return (
    <p>
      {pluralize(total.count, isShiftMetric(metric) ? shiftForms : rowForms)}, {what}{' '}
      <b className="figures">{formatMoney(total.amount)}</b>
      {shown < total.count && <span className="soft"> · показано {formatCount(shown)}</span>}
    </p>
  )
}

const ofOrders: readonly Column<ReportRow>[] = [
  {
    key: 'order',
    head: 'Замовлення',
    cell: ({ order }) =>
      order === null ? (
        <span className="soft">Не знайдено</span>
      ) : (
        <OrderLink id={order.id}>№&nbsp;{order.number}</OrderLink>
      ),
  },
  {
    key: 'ttn',
    head: 'ТТН',
    cell: ({ ttn }) => (ttn === null ? <span className="soft">Немає</span> : <Ttn ttn={ttn} />),
  },
]

const columnsOf = (isOfShifts: boolean): readonly Column<ReportRow>[] => [
  { key: 'day', head: 'День', card: 'lead', cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time> },
  ...(isOfShifts ? [] : ofOrders),
  {
    key: 'cash_register',
    head: 'Каса',
    cell: ({ cash_register }) => cash_register?.name ?? <span className="soft">{noRegister}</span>,
  },
  {
    key: 'payee',
    head: 'Одержувач коштів',
    cell: ({ payee }) => payee?.name ?? <span className="soft">{unknownPayee}</span>,
  },
  {
    key: 'sum',
    head: 'Сума',
    card: 'aside',
    isNumber: true,
    isStrong: true,
    cell: ({ amount }) => formatMoney(amount),
  },
]
