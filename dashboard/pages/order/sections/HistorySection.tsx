import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderHistoryQuery } from '../../../api/orders.ts'
import { formatDateTime } from '../../../words/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import classes from './HistorySection.module.css'
import { Section } from './Section.tsx'
import { FailureNotice } from '../../failures/FailureNotice.tsx'

const shownAtFirst = 8

/** Everything that happened to the order, newest first. Entries without an actor are of Касир itself. */
export function HistorySection({ id }: { id: string }) {
  const [whole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery(orderHistoryQuery(id))
  const items = data?.items ?? []
  const shown = whole ? items : items.slice(0, shownAtFirst)
  return (
    <Section title="Історія">
      {error !== null && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={96} />}
      <ol className={classes.list}>
        {shown.map(({ at, actor, text }, place) => (
          // Steps have no id, and are only added at the beginning.
          <li key={`${at} ${items.length - place}`} className={classes.step}>
            <div>{text}</div>
            <div className={classes.when}>
              <time dateTime={at}>{formatDateTime(at)}</time>
              {actor !== null && <> · {actor.login}</>}
            </div>
          </li>
        ))}
      </ol>
      {items.length > shownAtFirst && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Показати лише останні' : `Показати всі (${items.length})`}
        </Button>
      )}
    </Section>
  )
}
