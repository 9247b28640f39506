import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClockHour4,
  IconFlask,
  IconHourglassEmpty,
  IconReceiptRefund,
  IconSearch,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { receiptWord } from '#/contract/receipt-words.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import classes from './ReceiptBadge.module.css'

const looks: Record<ReceiptState, { icon: Icon; tone: Tone }> = {
  queued: { icon: IconClockHour4, tone: 'accent' },
  sending: { icon: IconSend, tone: 'accent' },
  unknown: { icon: IconSearch, tone: 'accent' },
  attention: { icon: IconAlertTriangle, tone: 'danger' },
  created: { icon: IconHourglassEmpty, tone: 'quiet' },
  cancelling: { icon: IconBan, tone: 'accent' },
  cancel_unknown: { icon: IconSearch, tone: 'accent' },
  fiscalized: { icon: IconCircleCheck, tone: 'good' },
  cancelled: { icon: IconBan, tone: 'quiet' },
  failed: { icon: IconX, tone: 'warn' },
}

interface Props {
  receipt: { state: ReceiptState; returned_at: string | null; is_test: boolean }
  /** The parcel is paid for. */
  isPaid?: boolean
  /** `short` in a row of a list, `plain` in a line of text: there a sign marks a test receipt. */
  look?: 'full' | 'short' | 'plain'
}

export function ReceiptBadge({ receipt, isPaid = false, look = 'full' }: Props) {
  const { icon, tone } =
    receipt.returned_at === null ? looks[receipt.state] : { icon: IconReceiptRefund, tone: 'quiet' as const }
  return (
    <>
      <Badge icon={icon} tone={tone} plain={look === 'plain'}>
        {receiptWord({ ...receipt, is_paid: isPaid })}
      </Badge>
      {receipt.is_test && <TestMark short={look !== 'full'} />}
    </>
  )
}

const TestMark = ({ short }: { short: boolean }) =>
  short ? (
    <span className={classes.sign} title="Тестовий чек">
      <IconFlask size={15} aria-hidden />
      <span className="visually-hidden">тестовий</span>
    </span>
  ) : (
    <Badge icon={IconFlask} tone="warn">
      тестовий
    </Badge>
  )
