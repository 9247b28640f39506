import { IconBan } from '@tabler/icons-react'
import { Badge } from './Badge.tsx'

/** The CRM has cancelled the order. Whether there is a receipt to make, the parcel tells. */
export const CancelledBadge = () => (
  <Badge icon={IconBan} tone="quiet">
    Скасовано в CRM
  </Badge>
)
