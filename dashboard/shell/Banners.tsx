import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { cashRegistersQuery } from '../api/cash-registers.ts'
import { alarmsQuery } from '../api/receipts.ts'
import { alarmWords, type AuditAlarm } from '../pages/audit/audit-alarm.ts'
import { formatSince } from '../words/format.ts'
import { paths } from '../addresses/paths.ts'
import { useNow } from '../ui/use-now.ts'
import { Banner } from './Banner.tsx'

interface Props {
  status: ServiceStatus | undefined
  /** The person may ask about registers and receipts. */
  works: boolean
}

/** What everybody must know, whatever page they are on. */
export function Banners({ status, works }: Props) {
  const alarm = status?.audit_alarm ?? null
  return (
    <section aria-label="Стан служби">
      {alarm !== null && <AlarmBanner alarm={alarm} />}
      {status?.demo === true && (
        <Banner tone="quiet">
          <strong>Демонстраційний режим:</strong> усе вигадане
          <span data-wide> — замовлення, посилки й&nbsp;чеки</span>.{' '}
          <span data-wide>Справжніх чеків тут не&nbsp;буде.</span>
        </Banner>
      )}
      {works && (
        <div aria-live="polite">
          <FiscalBanner />
          <RegisterBanners />
        </div>
      )}
    </section>
  )
}

/** Shown to every role: an intruder who hides one entry must not choose who sees it. */
function AlarmBanner({ alarm }: { alarm: AuditAlarm }) {
  const { what, since } = alarmWords(alarm)
  return (
    <div role="alert">
      <Banner tone="danger">
        <strong>Журнал дій пошкоджено.</strong> {what} {since} Працювати можна далі, але покажіть це власникові
        магазину: журнал перевіряє команда <code>kasyr audit verify</code>.
      </Banner>
    </div>
  )
}

const askEveryMs = 60_000

/** The provider does not answer: receipts wait by themselves, so no action is needed. */
function FiscalBanner() {
  const { data } = useQuery({ ...cashRegistersQuery, refetchInterval: askEveryMs })
  const now = useNow()
  const active = (data?.items ?? []).filter((register) => register.active)
  const silent = active.flatMap(({ name, health }) => {
    const problem = health.problems.find(({ code }) => code === 'provider_not_reached')
    return problem?.since === undefined ? [] : [{ name, since: problem.since }]
  })
  const [earliest] = silent.map(({ since }) => since).toSorted()
  if (earliest === undefined) return null
  return (
    <Banner tone="warn">
      <strong>Checkbox недоступний з&nbsp;{formatSince(earliest, now)}</strong>
      {silent.length < active.length && `: ${silent.map(({ name }) => `каса «${name}»`).join(', ')}`}. Нові чеки стануть
      у&nbsp;чергу.
    </Banner>
  )
}

/** Each register by itself: the orders of the others are not concerned. */
function RegisterBanners() {
  const { data } = useQuery(alarmsQuery)
  return data?.registers.map(({ id, name, detail }) => (
    <Banner key={id} tone="warn">
      <strong>Каса «{name}» не&nbsp;створює чеків.</strong> {detail} <Link to={paths.cashRegisters}>Відкрити каси</Link>
    </Banner>
  ))
}
