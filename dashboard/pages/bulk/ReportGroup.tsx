import { useState } from 'react'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ReportRow, RowGroup } from './batch-report.ts'
import classes from './BulkPage.module.css'
import { OrderName } from './OrderName.tsx'
import { TakenBy } from './TakenBy.tsx'

/** So many at first: each row asks for its order. */
const shownAtFirst = 30

/** What went well is folded away; what did not is there to be read. */
export function ReportGroup({ group: { key, title, rows } }: { group: RowGroup }) {
  const [open, setOpen] = useState(!/^(created|left)/.test(key))
  const [most, setMost] = useState(shownAtFirst)
  const isShared = rows.length > 1 && new Set(rows.map(({ detail }) => detail)).size === 1
  return (
    <details className={classes.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} <b className="figures">{rows.length}</b>
      </summary>
      {open && (
        <>
          {isShared && rows[0]?.detail && <p className={classes.shared}>{rows[0].detail}</p>}
          <ul className={classes.rows}>
            {rows.slice(0, most).map((row, place) => (
              // An order listed twice stands here twice.
              // oxlint-disable-next-line react/no-array-index-key
              <Row key={`${row.order_id} ${place}`} row={row} withDetail={!isShared} />
            ))}
          </ul>
          {rows.length > most && (
            <Button variant="link" className={classes.more} onClick={() => setMost(rows.length)}>
              Показати ще {rows.length - most}
            </Button>
          )}
        </>
      )}
    </details>
  )
}

function Row({ row, withDetail }: { row: ReportRow; withDetail: boolean }) {
  return (
    <li className={classes.row}>
      <OrderName id={row.order_id} />
      {row.state !== null && (
        <span>
          <ReceiptBadge receipt={{ state: row.state, returned_at: null, is_test: false }} />
        </span>
      )}
      {withDetail && row.detail !== null && <p className="soft">{row.detail}</p>}
      {row.code === 'receipt.exists' && (
        <p>
          <TakenBy orderId={row.order_id} />
        </p>
      )}
    </li>
  )
}
