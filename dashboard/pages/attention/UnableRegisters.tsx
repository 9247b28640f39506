import { Link } from '@tanstack/react-router'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { paths } from '../../addresses/paths.ts'
import { Card } from '../../ui/Card.tsx'
import classes from './UnableRegisters.module.css'

/** Registers that should make receipts and cannot; what is wrong with them is mended on their own page. */
export function UnableRegisters({ registers }: Pick<ReceiptAlarms, 'registers'>) {
  if (registers.length === 0) return null
  return (
    <Card title={`Каси, які не можуть створювати чеки: ${registers.length}`}>
      <ul className={classes.rows}>
        {registers.map(({ id, name, detail }) => (
          <li key={id}>
            <b>{name}</b>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.cashRegisters}>Відкрити каси</Link>
      </p>
    </Card>
  )
}
