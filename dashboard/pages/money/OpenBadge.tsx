import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Payout } from '#/contract/payouts.ts'
import { formatCount } from '#/contract/plurals.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Whether a person must look at the payout list. A transfer that a person settled does not match, but is not open either. */
export function OpenBadge({ payout: { open, lines, states } }: { payout: Pick<Payout, 'open' | 'lines' | 'states'> }) {
  if (open > 0)
    return (
      <Badge icon={IconAlertTriangle} tone="danger">
        {`Потребують уваги: ${formatCount(open)}`}
      </Badge>
    )
  return (
    <Badge icon={IconCircleCheck} tone="good">
      {states.matched === lines ? 'Усе збігається' : 'Усе розібрано'}
    </Badge>
  )
}
