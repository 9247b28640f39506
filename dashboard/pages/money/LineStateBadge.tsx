import {
  IconCircleCheck,
  IconCopy,
  IconEqualNot,
  IconHelpCircle,
  IconReceiptOff,
  IconReceiptRefund,
  IconUserX,
  type Icon,
} from '@tabler/icons-react'
import type { LineState } from '#/contract/payouts.ts'
import { formatCount } from '#/contract/plurals.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { lineStateWords } from '#/contract/report-words.ts'

const looks: Record<LineState, { icon: Icon; tone: Tone }> = {
  matched: { icon: IconCircleCheck, tone: 'good' },
  no_receipt: { icon: IconReceiptOff, tone: 'danger' },
  sum_differs: { icon: IconEqualNot, tone: 'danger' },
  unknown_ttn: { icon: IconHelpCircle, tone: 'warn' },
  other_payee: { icon: IconUserX, tone: 'danger' },
  duplicate: { icon: IconCopy, tone: 'warn' },
  returned: { icon: IconReceiptRefund, tone: 'quiet' },
}

interface Props {
  state: LineState
  /** How many transfers are in it, where several are shown as one. */
  count?: number
}

export function LineStateBadge({ state, count }: Props) {
  const word = lineStateWords[state]
  return <Badge {...looks[state]}>{count === undefined ? word : `${word}: ${formatCount(count)}`}</Badge>
}
