import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { countAlarms } from '../../alarm-count.ts'
import { alarmsQuery, receiptsInStateQuery } from '../../api/receipts.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../ErrorPage.tsx'
import classes from './AttentionPage.module.css'
import { AttentionReceipts } from './AttentionReceipts.tsx'
import { MoneyTroubles } from './MoneyTroubles.tsx'
import { Orphans } from './Orphans.tsx'
import { UndeliveredCopies } from './UndeliveredCopies.tsx'

/** Everything about receipts that a person must see to, the dearest first; nothing here is solved by waiting alone. */
export function AttentionPage() {
  const alarms = useQuery(alarmsQuery)
  const receipts = useInfiniteQuery(receiptsInStateQuery('attention'))
  const error = alarms.error ?? receipts.error
  if (alarms.data === undefined || receipts.data === undefined) {
    if (error === null) return <Pending />
    return <ErrorPage error={error} onRetry={() => void Promise.all([alarms.refetch(), receipts.refetch()])} />
  }
  const waiting = receipts.data.pages.flatMap(({ items }) => items)
  const { registers, orphans, copies_undelivered } = alarms.data
  const isCalm = countAlarms(alarms.data) === 0 && waiting.length === 0
  return (
    <div className={classes.page}>
      <PageTitle>Потребує уваги</PageTitle>
      {isCalm && (
        <Notice tone="good">Усе гаразд: чеки створюються самі, каси працюють, оплачених посилок без чека немає.</Notice>
      )}
      <MoneyTroubles alarms={alarms.data} />
      {waiting.length > 0 && (
        <Counted title="Чеки, що потребують рішення" count={alarms.data.attention}>
          <AttentionReceipts
            receipts={waiting}
            more={
              receipts.hasNextPage
                ? { busy: receipts.isFetchingNextPage, run: () => void receipts.fetchNextPage() }
                : null
            }
          />
        </Counted>
      )}
      {registers.length > 0 && <Registers registers={registers} />}
      {orphans.length > 0 && (
        <Counted title="Документи Checkbox без чека в Касирі" count={orphans.length}>
          <Orphans orphans={orphans} />
        </Counted>
      )}
      <UndeliveredCopies copies={copies_undelivered} />
    </div>
  )
}

function Pending() {
  return (
    <div className={classes.page} aria-busy>
      <PageTitle>Потребує уваги</PageTitle>
      <p className="visually-hidden">Завантажуємо…</p>
      <Skeleton height={120} />
      <Skeleton height={120} />
    </div>
  )
}

function Counted({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return <Card title={`${title}: ${count}`}>{children}</Card>
}

function Registers({ registers }: { registers: ReceiptAlarms['registers'] }) {
  return (
    <Counted title="Каси, які не можуть створювати чеки" count={registers.length}>
      <ul className={classes.rows}>
        {registers.map(({ id, name, detail }) => (
          <li key={id}>
            <b>{name}</b>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.cashRegisters}>Відкрити каси</Link>
      </p>
    </Counted>
  )
}
