import { useQuery } from '@tanstack/react-query'
import { countAlarms, countMoneyAlarms } from './alarm-count.ts'
import { moneyAlarmsQuery } from '../../api/money-alarms.ts'
import { alarmsQuery } from '../../api/receipts.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { FailureNotice } from '../failures/FailureNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ClockNotices } from './ClockNotices.tsx'
import { MoneyTroubles } from './MoneyTroubles.tsx'
import { Orphans } from './Orphans.tsx'
import { TransferTroubles } from './TransferTroubles.tsx'
import { UnableRegisters } from './UnableRegisters.tsx'
import { UndeliveredCopies } from './UndeliveredCopies.tsx'
import { useChosen } from './use-chosen.ts'
import { WaitingReceipts } from './WaitingReceipts.tsx'

/** Everything about receipts that a person must see to, the dearest first; nothing here is solved by waiting alone. */
export function AttentionPage() {
  const { data: alarms, error, refetch } = useQuery(alarmsQuery)
  const { data: money, error: moneyError, refetch: askMoney } = useQuery(moneyAlarmsQuery)
  const chosen = useChosen()
  if (alarms === undefined) {
    return error === null ? <Pending /> : <ErrorPage error={error} onRetry={() => void refetch()} />
  }
  // A copy that did not arrive raises no alarm, but above a list of them not everything is well.
  const isCalm =
    countAlarms(alarms) === 0 &&
    alarms.copies_undelivered.count === 0 &&
    money !== undefined &&
    countMoneyAlarms(money) === 0
  return (
    <div className="stack" data-wide>
      <PageTitle>Потребує уваги</PageTitle>
      {isCalm && (
        <Notice tone="good">
          Усе гаразд: чеки створюються самі, каси працюють, оплачених посилок без чека немає, перекази збігаються з
          чеками.
        </Notice>
      )}
      <ClockNotices {...alarms.clock} />
      <MoneyTroubles alarms={alarms} chosen={chosen} />
      {money !== undefined && <TransferTroubles alarms={money} />}
      {money === undefined && moneyError !== null && (
        <FailureNotice error={moneyError} onRetry={() => void askMoney()} />
      )}
      <WaitingReceipts waiting={alarms.waiting} choosing={chosen('waiting')} />
      <UnableRegisters registers={alarms.registers} />
      <Orphans alarms={alarms} choosing={chosen('orphans')} />
      <UndeliveredCopies copies={alarms.copies_undelivered} />
    </div>
  )
}

function Pending() {
  return (
    <div className="stack" data-wide aria-busy>
      <PageTitle>Потребує уваги</PageTitle>
      <p className="visually-hidden">Завантажуємо…</p>
      <Skeleton height={120} />
      <Skeleton height={120} />
    </div>
  )
}
