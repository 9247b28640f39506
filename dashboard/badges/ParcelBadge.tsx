import {
  IconCircleCheck,
  IconFileText,
  IconHelpCircle,
  IconMapPin,
  IconPackageOff,
  IconTrash,
  IconTruckDelivery,
  type Icon,
} from '@tabler/icons-react'
import type { ParcelGroup } from '#/contract/carrier-statuses.ts'
import type { Order } from '#/contract/orders.ts'
import { parcelGroupLabels } from '../words/labels.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'

const looks: Record<ParcelGroup, { icon: Icon; tone: Tone }> = {
  created: { icon: IconFileText, tone: 'quiet' },
  moving: { icon: IconTruckDelivery, tone: 'accent' },
  waiting: { icon: IconMapPin, tone: 'warn' },
  received: { icon: IconCircleCheck, tone: 'good' },
  refused: { icon: IconPackageOff, tone: 'danger' },
  deleted: { icon: IconTrash, tone: 'quiet' },
  unknown: { icon: IconHelpCircle, tone: 'quiet' },
}

/** Our word for where the parcel is; the carrier's own text stands beside it where there is room. */
export function ParcelBadge({ parcel }: { parcel: Order['parcel'] }) {
  const group = parcel?.group ?? null
  if (group === null)
    return (
      <Badge icon={IconHelpCircle} tone="quiet">
        Ще не відомо
      </Badge>
    )
  return (
    <Badge icon={looks[group].icon} tone={looks[group].tone}>
      {parcelGroupLabels[group]}
    </Badge>
  )
}
