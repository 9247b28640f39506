import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A wrong clock spoils everything below it, so it stands first. */
export const ClockNotices = ({ items }: ReceiptAlarms['clock']) =>
  items.map(({ system, cash_register, stops_sending, detail }) => (
    <Notice key={`${system} ${cash_register?.id ?? ''}`} tone={stops_sending ? 'danger' : 'warn'}>
      {cash_register !== null && <b>{cash_register.name}. </b>}
      {detail}
    </Notice>
  ))
