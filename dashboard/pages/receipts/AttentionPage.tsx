import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { alarmsQuery, receiptsInStateQuery } from '../../api/receipts.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../ErrorPage.tsx'
import classes from './AttentionPage.module.css'
import { AttentionReceipts } from './AttentionReceipts.tsx'
import { OrderLink } from './OrderLink.tsx'
import { Orphans } from './Orphans.tsx'
import { Ttn } from './Ttn.tsx'

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
  const { received, received_without_receipt, registers, orphans } = alarms.data
  const isCalm = [waiting, received, registers, orphans].every(({ length }) => length === 0)
  return (
    <div className={classes.page}>
      <PageTitle>Потребує уваги</PageTitle>
      {isCalm && (
        <Notice tone="good">Усе гаразд: чеки створюються самі, каси працюють, отриманих посилок без чека немає.</Notice>
      )}
      {received.length > 0 && <Received received={received} count={received_without_receipt} />}
      {waiting.length > 0 && (
        <Counted title="Чеки, з якими треба вирішити" count={alarms.data.attention}>
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

function Received({ received, count }: { received: ReceiptAlarms['received']; count: number }) {
  return (
    <Counted title="Отримано без чека" count={count}>
      <p className="soft">
        Посилку забрали й оплатили, а чека за неї немає. Відкрийте замовлення й створіть чек: за продаж без чека
        штрафують.
      </p>
      <ul className={classes.rows}>
        {received.map(({ order_id, number, ttn }) => (
          <li key={order_id}>
            <OrderLink id={order_id}>№&nbsp;{number}</OrderLink>
            {ttn !== null && (
              <>
                {' · '}ТТН <Ttn ttn={ttn} />
              </>
            )}
          </li>
        ))}
      </ul>
      {count > received.length && <p className="soft">Показано найновіші {received.length}.</p>}
    </Counted>
  )
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
        <Link to={paths.cashRegisters}>До сторінки кас</Link>
      </p>
    </Counted>
  )
}
