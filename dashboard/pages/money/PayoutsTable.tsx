import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import type { Payout, WithdrawnPayout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { paths } from '../../addresses/paths.ts'
import { Table, Under, type Column } from '../../ui/Table.tsx'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { transfers } from '../../words/money-words.ts'
import { OpenBadge } from './OpenBadge.tsx'

const columns: readonly Column<Payout>[] = [
  {
    key: 'payout',
    head: 'Реєстр',
    card: 'lead',
    cell: (payout) => <PayoutLink to={paths.moneyPayout} {...payout} />,
  },
  { key: 'payee', head: 'Одержувач коштів', card: 'line', width: '25%', cell: ({ payee }) => payee.name },
  { key: 'accepted', head: 'Прийнято', isNumber: true, cell: ({ accepted }) => formatMoney(accepted) },
  { key: 'commission', head: 'Комісія', isNumber: true, cell: ({ commission }) => formatMoney(commission) },
  {
    key: 'transferred',
    head: 'Перераховано',
    isNumber: true,
    isStrong: true,
    cell: ({ transferred }) => formatMoney(transferred),
  },
  {
    key: 'state',
    head: 'Звірка з чеками',
    card: 'line',
    isWhole: true,
    cell: (payout) => <OpenBadge payout={payout} />,
  },
  {
    key: 'imported',
    head: 'Завантажено',
    card: 'named',
    cell: ({ imported_by, imported_at }) => (
      <>
        {imported_by ?? 'З командного рядка'}
        <Under>
          <time dateTime={imported_at}>{formatDateTime(imported_at)}</time>
        </Under>
      </>
    ),
  },
]

export const PayoutsTable = ({ payouts }: { payouts: readonly Payout[] }) => (
  <Table isLink name="Реєстри переказів" columns={columns} rows={payouts} keyOf={({ id }) => id} />
)

const withdrawnColumns: readonly Column<WithdrawnPayout>[] = [
  {
    key: 'payout',
    head: 'Реєстр',
    card: 'lead',
    cell: (payout) => <PayoutLink to={paths.moneyWithdrawn} {...payout} />,
  },
  { key: 'payee', head: 'Одержувач коштів', card: 'line', width: '25%', cell: ({ payee }) => payee },
  { key: 'transferred', head: 'Перераховано', isNumber: true, cell: ({ transferred }) => formatMoney(transferred) },
  { key: 'fate', head: 'Що з ним сталося', card: 'line', cell: (payout) => <Fate payout={payout} /> },
]

export const WithdrawnTable = ({ payouts }: { payouts: readonly WithdrawnPayout[] }) => (
  <Table isLink name="Вилучені реєстри" columns={withdrawnColumns} rows={payouts} keyOf={({ id }) => id} />
)

interface PayoutLinkProps extends Pick<Payout, 'id' | 'number' | 'day' | 'lines'> {
  to: typeof paths.moneyPayout | typeof paths.moneyWithdrawn
}

const PayoutLink = ({ to, id, number, day, lines }: PayoutLinkProps) => (
  <>
    <Link to={to} params={{ id }}>
      <time dateTime={day}>{formatDay(day)}</time>
      {', '}
      <b className="figures">№&nbsp;{number}</b>
    </Link>
    <Under>{pluralize(lines, transfers)}</Under>
  </>
)

const Fate = ({ payout: { is_corrected, reason, withdrawn_by, withdrawn_at } }: { payout: WithdrawnPayout }) => (
  <>
    {is_corrected ? 'Замінено новим файлом' : 'Вилучено'}
    {reason !== null && `: «${reason}»`}
    <Under>
      {withdrawn_by ?? 'З командного рядка'}, <time dateTime={withdrawn_at}>{formatDateTime(withdrawn_at)}</time>
    </Under>
  </>
)
