import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { formatCount } from '#/contract/plurals.ts'
import { formatDuration } from '../../words/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ChosenBar } from './ChosenBar.tsx'
import type { Choosing } from './use-chosen.ts'
import classes from './Worklist.module.css'
import { WorkRow, type Facts } from './WorkRow.tsx'

interface Props<Item> {
  title: string
  /** What is at stake, once for the whole list. */
  about: ReactNode
  count: number
  /** Kopiykas of all of them; null: not known. */
  amount: number | null
  /** These and the functions about them are the same for as long as nothing has changed; else every row is drawn anew. */
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** What the box of a row is called. */
  nameOf?: (item: Item) => string
  /** For people who may settle many together. */
  choosing?: Choosing | null
  /** What can be done with all that are chosen. */
  renderTogether?: (items: readonly Item[]) => ReactNode
  /** What can be done about one of them; nothing for people who may not. */
  children?: (item: Item) => ReactNode
  /** What is done about one needs the width of the row. */
  isWide?: boolean
}

/** More rows than this are drawn on demand: hundreds would make every key slow. */
const drawnAtOnce = 50

/** One kind of trouble: how many, for how much, since when; and of each what happened and what to do, the oldest first. */
export function Worklist<Item extends Facts>(props: Props<Item>) {
  const { title, about, count, amount, items, keyOf, choosing = null, renderTogether, children, isWide = false } = props
  const now = useNow()
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const shown = useMemo(() => items.slice(0, drawn), [items, drawn])
  if (count === 0) return null
  const chosen = choosing === null ? [] : items.filter((item) => choosing.keys.has(keyOf(item)))
  return (
    <Card>
      <div className={classes.head}>
        <h2>{`${title}: ${formatCount(count)}`}</h2>
        <p className="soft figures">
          {amount !== null && amount > 0 && (
            <>
              на <b className={classes.total}>{formatMoney(amount)}</b>
            </>
          )}
          {items[0] !== undefined && count > 1 && ` · найдавніше: ${formatDuration(items[0].since, now)}`}
        </p>
      </div>
      <div className={classes.intro}>
        {choosing !== null && items.length > 1 && (
          <ChooseAll items={items} count={count} chosen={chosen.length} keyOf={keyOf} choosing={choosing} />
        )}
        <div className={`${classes.about} soft`}>{about}</div>
      </div>
      {chosen.length > 0 && choosing !== null && (
        <ChosenBar count={chosen.length} sum={sumOf(chosen)} onClear={choosing.clear}>
          {renderTogether?.(chosen)}
        </ChosenBar>
      )}
      <Rows {...props} shown={shown} now={now} choosing={choosing} isWide={isWide}>
        {children}
      </Rows>
      {items.length > drawn && (
        <Button variant="default" className={classes.more} onClick={() => setDrawn(drawn + drawnAtOnce)}>
          Показати ще {Math.min(drawnAtOnce, items.length - drawn)}
        </Button>
      )}
      {count > items.length && (
        <p className="soft">
          Показано найдавніші {formatCount(items.length)}, усього їх {formatCount(count)}. Решта з’явиться тут, щойно
          буде розібрано ці.
        </p>
      )}
    </Card>
  )
}

const sumOf = (items: readonly Facts[]): number => items.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

interface RowsProps<Item> extends Pick<Props<Item>, 'keyOf' | 'nameOf' | 'children'> {
  shown: readonly Item[]
  now: Date
  choosing: Choosing | null
  isWide: boolean
}

function Rows<Item extends Facts>(props: RowsProps<Item>) {
  const { shown, now, choosing, keyOf, nameOf, children, isWide } = props
  const onChoose = useChoosingRange(shown, keyOf, choosing)
  // The very same element as before tells React that nothing below it has changed.
  const deeds = useMemo(() => shown.map((item) => children?.(item)), [shown, children])
  return (
    <ul className={classes.rows} data-choice={choosing !== null || undefined}>
      {shown.map((item, place) => {
        const key = keyOf(item)
        const name = nameOf?.(item) ?? `№\u00a0${item.number ?? ''}`
        return (
          <WorkRow
            key={key}
            id={key}
            facts={item}
            now={now}
            choice={choosing === null ? null : `Вибрати ${name}`}
            isChosen={choosing?.keys.has(key) ?? false}
            onChoose={onChoose}
            deeds={deeds[place]}
            isWide={isWide}
          />
        )
      })}
    </ul>
  )
}

/** With Shift everything from the box that was used before. */
function useChoosingRange<Item>(shown: readonly Item[], keyOf: (item: Item) => string, choosing: Choosing | null) {
  const last = useRef<string | null>(null)
  const kind = choosing?.kind
  const choose = choosing?.choose
  return useCallback(
    (key: string, isChosen: boolean, isRange: boolean) => {
      if (kind === undefined) return
      const keys = shown.map(keyOf)
      const [from = -1, to = -1] = [keys.indexOf(last.current ?? key), keys.indexOf(key)].toSorted((a, b) => a - b)
      last.current = key
      choose?.(kind, isRange && from >= 0 ? keys.slice(from, to + 1) : [key], isChosen)
    },
    [shown, keyOf, kind, choose],
  )
}

interface AllProps<Item> {
  items: readonly Item[]
  count: number
  chosen: number
  keyOf: (item: Item) => string
  choosing: Choosing
}

/** All that are listed, also those not drawn yet: their number and sum stand in the bar, and in what is asked before. */
function ChooseAll<Item>({ items, count, chosen, keyOf, choosing }: AllProps<Item>) {
  const id = useId()
  const isAll = chosen === items.length
  return (
    <div className={classes.all}>
      <input
        id={id}
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = chosen > 0 && !isAll
        }}
        onChange={() => (isAll ? choosing.clear() : choosing.choose(choosing.kind, items.map(keyOf), true))}
      />
      <label htmlFor={id}>
        {count > items.length ? `Вибрати найдавніші ${items.length}` : `Вибрати всі ${formatCount(items.length)}`}
      </label>
    </div>
  )
}
