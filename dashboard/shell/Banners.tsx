import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cashRegistersQuery } from '../api/cash-registers.ts'
import { alarmsQuery } from '../api/receipts.ts'
import { statusQuery } from '../api/status.ts'
import { formatClock } from '../format.ts'
import { paths } from '../paths.ts'
import { Banner } from './Banner.tsx'

/** What everybody must know, whatever page they are on. */
export function Banners() {
  const { data: status } = useQuery(statusQuery)
  return (
    <section aria-label="Стан служби">
      {status?.demo === true && (
        <Banner tone="quiet">
          <strong>Демонстраційний режим:</strong> усе вигадане — замовлення, посилки й&nbsp;чеки. Справжніх чеків тут
          не&nbsp;буде.
        </Banner>
      )}
      <div aria-live="polite">
        <FiscalBanner />
        <RegisterBanners />
      </div>
    </section>
  )
}

const askEveryMs = 60_000

/** The provider does not answer: receipts wait by themselves, so nobody needs to do anything. */
function FiscalBanner() {
  const { data } = useQuery({ ...cashRegistersQuery, refetchInterval: askEveryMs })
  const silent = (data?.items ?? []).filter(
    ({ active, health }) => active && health.problems.some(({ code }) => code === 'provider_not_reached'),
  )
  const [first] = silent
  if (first === undefined) return null
  const since = first.health.checked_at
  return (
    <Banner tone="warn">
      <strong>Checkbox недоступний</strong>
      {since !== null && `, перевірено о\u00a0${formatClock(since)}`}
      {silent.length < (data?.items.length ?? 0) && `: ${silent.map(({ name }) => `каса «${name}»`).join(', ')}`}. Нові
      чеки стануть у&nbsp;чергу.
    </Banner>
  )
}

/** Each register by itself: the orders of the others are not concerned. */
function RegisterBanners() {
  const { data } = useQuery(alarmsQuery)
  return data?.registers.map(({ id, name, detail }) => (
    <Banner key={id} tone="warn">
      <strong>Каса «{name}» не&nbsp;створює чеків.</strong> {detail} <Link to={paths.cashRegisters}>До&nbsp;кас</Link>
    </Banner>
  ))
}
