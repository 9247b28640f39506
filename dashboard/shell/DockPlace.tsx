import { useState } from 'react'
import { useOwnBatches } from '../pages/bulk/own-batches.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { useUser } from '../api/user.ts'

// Many a day has no bulk at all.
const BulkDock = lazyWithRetry(async () => (await import('../pages/bulk/BulkDock.tsx')).BulkDock)

export function DockPlace() {
  const { id } = useUser()
  const hasBatches = useOwnBatches(id).length > 0
  const [said, setSaid] = useState('')
  return (
    <>
      {/* Always there: a live region that comes together with its text is not read out everywhere. */}
      <output className="visually-hidden">{said}</output>
      {hasBatches && <BulkDock onSay={setSaid} />}
    </>
  )
}
