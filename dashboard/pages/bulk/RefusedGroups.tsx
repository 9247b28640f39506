import { useState } from 'react'
import type { RefusedOrder } from '#/contract/receipts.ts'
import { AdoptAll } from '../receipt-dialogs/AdoptAll.tsx'
import { OrderName } from './OrderName.tsx'
import { groupByReason, type ReasonGroup } from './refusal-words.ts'
import classes from './RefusedGroups.module.css'
import { TakenBy } from './TakenBy.tsx'

interface Props {
  refused: readonly RefusedOrder[]
  onLeave: () => void
}

/** Which orders are left out of a bulk and why, each reason to be opened. */
export function RefusedGroups({ refused, onLeave }: Props) {
  return (
    <ul className={classes.groups}>
      {groupByReason(refused).map((group) => (
        <li key={group.code}>
          <Group group={group} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

function Group({ group: { code, word, items }, onLeave }: { group: ReasonGroup<RefusedOrder>; onLeave: () => void }) {
  const [open, setOpen] = useState(false)
  // Of some reasons each order has its own words (sums, numbers); of others one sentence says it for all.
  const isShared = new Set(items.map(({ detail }) => detail)).size === 1
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {word} <b className="figures">{items.length}</b>
      </summary>
      {/* A group that was not opened is not asked for. */}
      {open && (
        <>
          {isShared && <p className="soft">{items[0]?.detail}</p>}
          {code === 'receipt.document_exists' && <AdoptAll providerIds={documentsOf(items)} />}
          <ul className={classes.rows}>
            {items.map(({ order_id, detail }, place) => (
              // An order listed twice stands here twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place}>
                <OrderName id={order_id} onLeave={onLeave} />
                {!isShared && <div className="soft">{detail}</div>}
                {code === 'receipt.exists' && <TakenBy orderId={order_id} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

const documentsOf = (items: readonly RefusedOrder[]): string[] =>
  items.flatMap(({ params }) => (params?.['provider_id'] === undefined ? [] : [String(params['provider_id'])]))
