import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type Icon } from '@tabler/icons-react'
import type { HealthState } from '#/contract/register-health.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { healthWords } from './health-parts.ts'

const looks: Record<HealthState, { icon: Icon; tone: Tone }> = {
  unchecked: { icon: IconHelpCircle, tone: 'quiet' },
  ok: { icon: IconCircleCheck, tone: 'good' },
  warning: { icon: IconAlertTriangle, tone: 'warn' },
  error: { icon: IconCircleX, tone: 'danger' },
}

export function HealthBadge({ state }: { state: HealthState }) {
  return (
    <Badge icon={looks[state].icon} tone={looks[state].tone}>
      {healthWords[state]}
    </Badge>
  )
}
