import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Session } from '#/contract/auth.ts'
import { describeDevice, isHandheld } from '../../browser/device.ts'
import { formatDateTime } from '../../words/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './SessionsPage.module.css'

interface Props {
  session: Session
  busy: boolean
  onEnd: () => void
}

export function SessionRow({ session, busy, onEnd }: Props) {
  const device = describeDevice(session.user_agent)
  const Sign = isHandheld(session.user_agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.row}>
      <Sign className={classes.sign} size={24} stroke={1.5} aria-hidden />
      <div className={classes.about}>
        <div className={classes.device}>
          {device}
          {session.current && <Badge>цей сеанс</Badge>}
        </div>
        <dl className={classes.facts}>
          <Fact name="Адреса">{session.address}</Fact>
          <Fact name="Остання активність">
            {session.current ? (
              'зараз'
            ) : (
              <time dateTime={session.last_seen_at}>{formatDateTime(session.last_seen_at)}</time>
            )}
          </Fact>
          <Fact name="Вхід">
            <time dateTime={session.created_at}>{formatDateTime(session.created_at)}</time>
          </Fact>
        </dl>
      </div>
      {!session.current && (
        <Button
          variant="default"
          disabled={busy}
          onClick={onEnd}
          aria-label={`Завершити сеанс: ${device}, ${session.address}`}
        >
          Завершити
        </Button>
      )}
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
