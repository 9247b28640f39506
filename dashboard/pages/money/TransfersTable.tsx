import { IconChecks } from '@tabler/icons-react'
import { formatMoney } from '#/contract/money.ts'
import type { PayoutLine, PayoutSums, WithdrawnLine } from '#/contract/payouts.ts'
import { may } from '#/contract/permissions.ts'
import { lineStateWords } from '#/contract/report-words.ts'
import { useUser } from '../../api/user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Table, Under, type Column } from '../../ui/Table.tsx'
import { formatDateTime } from '../../words/format.ts'
import { whyOf } from '../../words/money-words.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import { LineStateBadge } from './LineStateBadge.tsx'
import { TransferDeed } from './TransferDeed.tsx'
import classes from './TransfersTable.module.css'

const position: Column<{ position: number }> = {
  key: 'position',
  head: '№',
  card: 'aside',
  isNumber: true,
  cell: (line) => line.position,
}

const sums: readonly Column<PayoutSums>[] = [
  { key: 'accepted', head: 'Прийнято', isNumber: true, cell: ({ accepted }) => formatMoney(accepted) },
  { key: 'commission', head: 'Комісія', isNumber: true, cell: ({ commission }) => formatMoney(commission) },
  { key: 'transferred', head: 'Перераховано', isNumber: true, cell: ({ transferred }) => formatMoney(transferred) },
]

const columns: readonly Column<PayoutLine>[] = [
  position,
  {
    key: 'ttn',
    head: 'ТТН, замовлення',
    card: 'lead',
    cell: ({ ttn, order }) => (
      <>
        <Ttn ttn={ttn} />
        <Under>
          {order === null ? 'Замовлення не знайдено' : <OrderLink id={order.id}>№&nbsp;{order.number}</OrderLink>}
        </Under>
      </>
    ),
  },
  ...sums,
  { key: 'receipt', head: 'Чек', card: 'named', isWhole: true, cell: ({ receipt }) => <Receipt receipt={receipt} /> },
  {
    key: 'state',
    head: 'Стан',
    card: 'line',
    width: '38%',
    cell: (line) => (
      <>
        <LineStateBadge state={line.state} />
        {line.state !== 'matched' && <p className={classes.why}>{whyOf(line)}</p>}
        {line.settled !== null && <Settled settled={line.settled} />}
      </>
    ),
  },
]

interface Props {
  lines: readonly PayoutLine[]
  onSettle: (line: PayoutLine) => void
}

const deedOf = (onSettle: Props['onSettle']): Column<PayoutLine> => ({
  key: 'deed',
  head: 'Що зробити',
  isDeed: true,
  cell: (line) => <TransferDeed line={line} onSettle={onSettle} />,
})

export function TransfersTable({ lines, onSettle }: Props) {
  const maySettle = may(useUser().role, 'money.settle')
  return (
    <Table
      name="Перекази"
      columns={maySettle ? [...columns, deedOf(onSettle)] : columns}
      rows={lines}
      keyOf={({ id }) => id}
    />
  )
}

const withdrawnColumns: readonly Column<WithdrawnLine>[] = [
  position,
  {
    key: 'ttn',
    head: 'ТТН',
    card: 'lead',
    cell: ({ ttn, order_ref }) => (
      <>
        <Ttn ttn={ttn} />
        {order_ref !== null && <Under>№&nbsp;{order_ref}</Under>}
      </>
    ),
  },
  ...sums,
  {
    key: 'state',
    head: 'Останній стан',
    card: 'line',
    width: '38%',
    cell: ({ state, settled }) => (
      <>
        {lineStateWords[state]}
        {settled !== null && <Settled settled={settled} />}
      </>
    ),
  },
]

/** Only to be read: the states are words without colour, because no person has to look at them any more. */
export const WithdrawnTransfersTable = ({ lines }: { lines: readonly WithdrawnLine[] }) => (
  <Table name="Перекази" columns={withdrawnColumns} rows={lines} keyOf={(line) => line.position} />
)

const Receipt = ({ receipt }: Pick<PayoutLine, 'receipt'>) => {
  if (receipt === null) return <span className="soft">Немає</span>
  return (
    <>
      <span className="figures">{formatMoney(receipt.amount)}</span>
      {receipt.fiscal_code !== null && (
        <Under>
          <code>{receipt.fiscal_code}</code>
        </Under>
      )}
    </>
  )
}

/** What a person decided of a transfer. */
const Settled = ({ settled: { reason, by, at } }: { settled: NonNullable<PayoutLine['settled']> }) => (
  <p className={classes.settled}>
    <Badge icon={IconChecks} tone="quiet">
      Вирішено
    </Badge>{' '}
    <span>
      {reason}{' '}
      <span className="soft">
        — {by ?? 'Касир'}, <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </span>
  </p>
)
