import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionEndQuery } from '../api/session-end.ts'
import { formatClock } from '../words/format.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { Banner } from './Banner.tsx'
import { useSession, useUser } from '../api/user.ts'

const StayDialog = lazyWithRetry(async () => (await import('./StayDialog.tsx')).StayDialog, { place: 'over' })

const warnedAheadMs = 2 * 60_000

/**
 * A session is prolonged by working, but not beyond a week: then the password is wanted again. A person in the middle
 * of work is warned two minutes ahead and may type it now (WCAG 2.2.1); otherwise nothing is lost either
 * (SessionDialog).
 */
export function SessionWarning() {
  const user = useUser()
  const token = useToken()
  const { data: end } = useQuery(sessionEndQuery(token))
  const isNear = useIsNear(end ?? null)
  const [askedWith, setAskedWith] = useState<string | null>(null)

  if (!isNear || end === undefined || end === null) return null
  return (
    <>
      <section aria-label="Кінець сеансу">
        <Banner tone="warn">
          <span role="alert">
            <strong>Сеанс завершиться о&nbsp;{formatClock(end)}.</strong> Увійдіть ще раз зараз, щоб
            не&nbsp;перериватися.
          </span>{' '}
          <Button size="compact-sm" variant="default" onClick={() => setAskedWith(token)}>
            Залишитися
          </Button>
        </Banner>
      </section>
      {token !== null && askedWith === token && <StayDialog login={user.login} onClose={() => setAskedWith(null)} />}
    </>
  )
}

function useToken(): string | null {
  const session = useSession()
  return 'grant' in session && session.grant !== null ? session.grant.token : null
}

function useIsNear(end: string | null): boolean {
  const [near, setNear] = useState<string | null>(null)
  useEffect(() => {
    if (end === null) return
    const timer = setTimeout(() => setNear(end), Math.max(0, Date.parse(end) - Date.now() - warnedAheadMs))
    return () => clearTimeout(timer)
  }, [end])
  return end !== null && near === end
}
