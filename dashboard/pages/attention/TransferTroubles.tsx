import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { LatePayment, MoneyAlarms, TransferTrouble } from '#/contract/parcel-payments.ts'
import { may } from '#/contract/permissions.ts'
import { moneyKey } from '../../api/money.ts'
import { settlePayment } from '../../api/money-alarms.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { formatDay } from '../../words/format.ts'
import { whyOf } from '../../words/money-words.ts'
import { SettleDialog } from '../money/SettleDialog.tsx'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'
import { Worklist } from './Worklist.tsx'

type Kind = Exclude<keyof MoneyAlarms, 'late'>

/** The dearest first: money without a receipt is what the tax office looks for. */
const kinds: readonly { kind: Kind; title: string; about: string }[] = [
  {
    kind: 'no_receipt',
    title: 'Гроші надійшли, а чека немає',
    about: 'Податкова бачить кожен переказ NovaPay. За цими немає фіскального чека.',
  },
  {
    kind: 'other_payee',
    title: 'Гроші отримав інший ФОП, ніж у чеку',
    about: 'Чек видала каса одного ФОП, а гроші перераховано іншому.',
  },
  {
    kind: 'sum_differs',
    title: 'Переказ і чек на різні суми',
    about: 'За посилку прийнято іншу суму, ніж у фіскальному чеку.',
  },
  {
    kind: 'unknown_ttn',
    title: 'Перекази без замовлення',
    about: 'ТТН з реєстру немає в жодному замовленні, або її мають кілька.',
  },
  {
    kind: 'duplicate',
    title: 'Повторні перекази',
    about: 'Та сама операція стоїть у двох рядках. Гроші за неї враховано один раз.',
  },
]

const keyOf = ({ id }: { id: string }): string => id
/** A payout list has days only; the day begins at midnight. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`

const toFacts = (line: TransferTrouble) => ({
  line,
  id: line.id,
  order_id: line.order?.id ?? null,
  number: line.order?.number ?? null,
  ttn: line.ttn,
  recipient: line.recipient,
  amount: line.accepted,
  since: startOf(line.day),
  cash_register: line.cash_register,
  detail: `${whyOf(line)} Реєстр №\u00a0${line.register.number} від ${formatDay(line.register.day)}.`,
})

/** What does not agree between the transfers, the receipts and the paid parcels. */
export function TransferTroubles({ alarms }: { alarms: MoneyAlarms }) {
  return (
    <>
      {kinds.map(({ kind, title, about }) => (
        <Transfers key={kind} title={title} about={about} troubles={alarms[kind]} />
      ))}
      <LatePayments late={alarms.late} />
    </>
  )
}

function Transfers({ title, about, troubles }: { title: string; about: string; troubles: MoneyAlarms[Kind] }) {
  const { role } = useUser()
  const [asked, setAsked] = useState<TransferTrouble | null>(null)
  const items = useMemo(() => troubles.items.map(toFacts), [troubles])
  const deeds = useCallback(
    ({ line }: ReturnType<typeof toFacts>) =>
      may(role, 'money.settle') && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(line)}>
          Вирішено…
        </Button>
      ),
    [role],
  )
  return (
    <>
      <Worklist title={title} about={about} count={troubles.count} amount={troubles.amount} items={items} keyOf={keyOf}>
        {deeds}
      </Worklist>
      {asked !== null && <SettleDialog line={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const toLateFacts = (payment: LatePayment) => ({
  payment,
  id: payment.order.id,
  order_id: payment.order.id,
  number: payment.order.number,
  ttn: payment.ttn,
  recipient: payment.recipient,
  amount: payment.amount,
  since: startOf(payment.paid_on),
  cash_register: payment.cash_register,
  detail: `Гроші мали надійти до ${formatDay(payment.late_after)}, а переказу за цю посилку немає.`,
})

function LatePayments({ late }: { late: MoneyAlarms['late'] }) {
  const { role } = useUser()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<LatePayment | null>(null)
  const items = useMemo(() => late.items.map(toLateFacts), [late])
  const deeds = useCallback(
    ({ payment }: ReturnType<typeof toLateFacts>) =>
      may(role, 'money.settle') && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(payment)}>
          Вирішено…
        </Button>
      ),
    [role],
  )
  return (
    <>
      <Worklist
        title="Покупець заплатив, а гроші не надійшли"
        about="Посилку оплачено, чек є, а переказу в завантажених реєстрах немає довше, ніж має бути. Можливо, бракує реєстру."
        count={late.count}
        amount={late.amount}
        items={items}
        keyOf={keyOf}
      >
        {deeds}
      </Worklist>
      {asked !== null && (
        <ReasonDialog
          title={`Гроші за ТТН\u00a0…${asked.ttn.slice(-4)}`}
          label="Чому нічого робити не треба"
          example="Наприклад: покупець заплатив на рахунок, переказу не буде."
          action="Записати рішення"
          leave="Залишити відкритим"
          run={(reason) => settlePayment(asked.order.id, reason)}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: moneyKey })
            toast('Рішення записано.')
          }}
          onClose={() => setAsked(null)}
        >
          Посилка більше не вимагатиме уваги через гроші; якщо вони надійдуть, Касир це побачить. Чеки й замовлення не
          зміняться.
        </ReasonDialog>
      )}
    </>
  )
}
