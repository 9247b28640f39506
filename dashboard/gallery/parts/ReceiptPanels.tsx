import { ReceiptPanel } from '../../pages/receipt/ReceiptPanel.tsx'
import { everyPanel } from '../fixtures/panels.ts'
import classes from './ReceiptPanels.module.css'

export function ReceiptPanels() {
  return (
    <div className={classes.panels}>
      {/* Stands for the title of the order around each of them. */}
      <h2 className="visually-hidden">Замовлення</h2>
      {everyPanel.map((order) => (
        <ReceiptPanel key={order.id} order={order} onEdit={() => undefined} />
      ))}
    </div>
  )
}
