import { useState } from 'react'
import type { WithdrawnLine } from '#/contract/payouts.ts'
import { Button } from '../../ui/Button.tsx'
import page from './PayoutPage.module.css'
import { WithdrawnTransfersTable } from './TransfersTable.tsx'

/** A payout list may have twenty thousand of them, more than a browser draws at once. */
const atOnce = 100

export function WithdrawnTransfers({ lines }: { lines: readonly WithdrawnLine[] }) {
  const [shown, setShown] = useState(atOnce)
  return (
    <section className="stack" aria-label="Перекази вилученого реєстру">
      <WithdrawnTransfersTable lines={lines.slice(0, shown)} />
      {lines.length > shown && (
        <Button variant="default" className={page.more} onClick={() => setShown(shown + atOnce)}>
          Показати ще
        </Button>
      )}
    </section>
  )
}
