import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Payout, PayoutLine } from '#/contract/payouts.ts'
import { formatCount } from '#/contract/plurals.ts'
import type { TransfersView } from '../../addresses/money-view.ts'
import { transfersQuery } from '../../api/money.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { lineStateWords } from '#/contract/report-words.ts'
import { countedStates, isLineState } from '../../words/money-words.ts'
import { FailureNotice } from '../failures/FailureNotice.tsx'
import classes from './PayoutPage.module.css'
import { SettleDialog } from './SettleDialog.tsx'
import { TransfersTable } from './TransfersTable.tsx'

const route = getRouteApi('/signed-in/money/$id')

export function Transfers({ payout }: { payout: Payout }) {
  const view = known(route.useSearch())
  const [settling, setSettling] = useState<PayoutLine | null>(null)
  const query = useInfiniteQuery(transfersQuery(payout.id, view))
  const { data, error, refetch } = query
  const lines = data?.pages.flatMap(({ items }) => items)
  return (
    <section className="stack" aria-label="Перекази реєстру">
      <Filters payout={payout} view={view} />
      {lines === undefined &&
        (error === null ? <Pending /> : <FailureNotice error={error} onRetry={() => void refetch()} />)}
      {lines?.length === 0 && <p>{view.open ? 'Нічого не чекає на рішення.' : 'Таких переказів немає.'}</p>}
      {lines !== undefined && lines.length > 0 && <TransfersTable lines={lines} onSettle={setSettling} />}
      <MoreButton query={query} />
      {settling !== null && <SettleDialog line={settling} onClose={() => setSettling(null)} />}
    </section>
  )
}

const Pending = () => (
  <div aria-busy>
    <p className="visually-hidden">Завантажуємо перекази…</p>
    <Skeleton height={320} />
  </div>
)

/** The server would refuse an unknown state; a link never leads to an error. */
const known = ({ state, ...view }: TransfersView): TransfersView =>
  state !== undefined && isLineState(state) ? { ...view, state } : view

interface Option {
  value: string
  label: string
}

function Filters({ payout: { states, lines, open }, view }: { payout: Payout; view: TransfersView }) {
  const navigate = route.useNavigate()
  const set = ({ state, open: isOpen }: { state?: string; open?: boolean }) =>
    void navigate({ search: { ...(state && { state }), ...(isOpen && { open: true as const }) }, replace: true })
  const occurring = countedStates(states).map(({ state, count }): Option => {
    return { value: state, label: `${lineStateWords[state]} (${formatCount(count)})` }
  })
  // One from the address that no transfer is in any more.
  const chosen = view.state ?? ''
  const isGone = isLineState(chosen) && !occurring.some(({ value }) => value === chosen)
  const gone = isGone ? [{ value: chosen, label: `${lineStateWords[chosen]} (0)` }] : []
  return (
    <search className={classes.filters}>
      <SelectField
        label="Стан"
        value={chosen}
        options={[{ value: '', label: `Усі (${formatCount(lines)})` }, ...occurring, ...gone]}
        onChange={(state) => set({ ...view, state })}
      />
      <CheckField
        label={`Лише відкриті (${formatCount(open)})`}
        checked={view.open === true}
        onChange={(isOpen) => set({ ...view, open: isOpen })}
      />
    </search>
  )
}
