import { ReceiptPanel } from '../../pages/receipts/ReceiptPanel.tsx'
import { everyPanel } from '../fixtures/panels.ts'
import classes from './ReceiptPanels.module.css'

export function ReceiptPanels() {
  return (
    <div className={classes.panels}>
      {everyPanel.map((order) => (
        <ReceiptPanel key={order.id} order={order} onEdit={() => undefined} />
      ))}
    </div>
  )
}
