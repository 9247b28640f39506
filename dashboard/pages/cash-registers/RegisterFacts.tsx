import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { FiscalFacts, RegisterProblem } from '#/contract/register-health.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import { formatDay } from '../../words/format.ts'
import { Fact } from '../order-parts/Fact.tsx'
import classes from './CashRegistersPage.module.css'
import { problemsOf } from './health-parts.ts'

/** What each of the two systems has said of the register, and what is to be done about it. */
export function RegisterFacts({ register }: { register: CashRegister }) {
  const { health } = register
  const { fiscal, carrier } = problemsOf(health)
  return (
    <div className={classes.parts}>
      <Part title="Checkbox" problems={fiscal}>
        {health.fiscal === null ? <Fact name="Стан">відповіді ще немає</Fact> : <Fiscal facts={health.fiscal} />}
        <Kept name="Ключ ліцензії" set={register.license_key_set} hint={register.license_key_hint} />
        <Kept name="PIN-код касира" set={register.pin_set} hint={null} />
      </Part>
      <div className={classes.column}>
        <Part title="Нова пошта" problems={carrier}>
          <Fact name="Чий ключ">
            {health.carrier === null ? 'ще не відомо' : health.carrier.owner_name}
            {health.carrier?.phone_hint && `, телефон\u00a0${health.carrier.phone_hint}`}
          </Fact>
          <Kept name="Ключ API" set={register.carrier_key_set} hint={register.carrier_key_hint} />
        </Part>
        <Part title="У чеку" problems={[]}>
          <Fact name="Назва оплати">{register.payment_label || usualPaymentLabel}</Fact>
          <Fact name="Коди податку">{register.tax_codes.length === 0 ? 'немає' : register.tax_codes.join(', ')}</Fact>
        </Part>
      </div>
    </div>
  )
}

function Part({
  title,
  problems,
  children,
}: {
  title: string
  problems: readonly RegisterProblem[]
  children: ReactNode
}) {
  return (
    <section className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      <ProblemList problems={problems} />
      <dl>{children}</dl>
    </section>
  )
}

export function ProblemList({ problems }: { problems: readonly RegisterProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={classes.problems}>
      {problems.map(({ code, severity, detail }) => (
        <li key={code} className={classes.problem} data-severity={severity}>
          {severity === 'error' ? <IconCircleX size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span>
            <b>{severity === 'error' ? 'Помилка' : 'Зауваження'}.</b> {detail}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Kept({ name, set, hint }: { name: string; set: boolean; hint: string | null }) {
  return <Fact name={name}>{set ? <code className="figures">••••{hint?.replace('…', '')}</code> : 'не введено'}</Fact>
}

function Fiscal({ facts }: { facts: FiscalFacts }) {
  const { cashier, billing } = facts
  return (
    <>
      {facts.fiscal_number !== null && <Fact name="Фіскальний номер">{facts.fiscal_number}</Fact>}
      {facts.address !== null && <Fact name="Адреса">{facts.address}</Fact>}
      <Fact name="Касир">{cashier.name}</Fact>
      <Fact name="Електронний підпис діє до">
        <Day at={cashier.signature_until} />
      </Fact>
      <Fact name="Сплачено до">
        <Day at={billing.paid_until} />
      </Fact>
      {billing.blocks_at !== null && (
        <Fact name="Блокування">
          <Day at={billing.blocks_at} />
        </Fact>
      )}
      {facts.has_shift !== null && <Fact name="Зміна">{facts.has_shift ? 'відкрита' : 'закрита'}</Fact>}
    </>
  )
}

const Day = ({ at }: { at: string | null }) => (at === null ? 'невідомо' : <time dateTime={at}>{formatDay(at)}</time>)
