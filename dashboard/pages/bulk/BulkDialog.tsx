import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { pluralize } from '#/contract/plurals.ts'
import type { CreateReceiptRequest, Preflight } from '#/contract/receipts.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { createMany, newIdempotencyKey, preflight } from '../../api/receipts.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { knownOrder } from '../../store/orders.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CancelledNotice } from '../receipt-dialogs/CancelledNotice.tsx'
import { orderForms, receiptForms } from '../../words/counted-words.ts'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { keepBatch } from './own-batches.ts'
import classes from '../receipt-dialogs/ReceiptDialogs.module.css'
import { RefusedGroups } from './RefusedGroups.tsx'
import { useOnce } from '../../api/use-once.ts'

interface Props {
  /** Orders chosen in the list, or all of a filter. */
  ids: readonly string[]
  /** Kopiykas they come to; 0: not known here. */
  total: number
  /** The batch has been taken over by the server; the dock follows it from here. */
  onStarted: (batchId: string) => void
  onClose: () => void
}

/** An order that was not loaded is not known as the person saw it; it is taken as it is. */
function toSeen(order_id: string): CreateReceiptRequest {
  const version = knownOrder(order_id)?.version
  return { order_id, ...(version !== undefined && { version }) }
}

/** Shows what a bulk would do before it is started. It is started of the orders as they were known when it opened. */
export function BulkDialog({ ids, total, onStarted, onClose }: Props) {
  const { id: userId } = useUser()
  const [key] = useState(newIdempotencyKey)
  const [seen] = useState(() => ids.map(toSeen))
  const preview = useQuery({
    queryKey: ['preflight', ids],
    queryFn: () => preflight(ids),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const start = useOnce(() => createMany(key, seen), {
    onSuccess: ({ batch_id }) => {
      keepBatch(userId, batch_id)
      onStarted(batch_id)
    },
  })
  const ready = preview.data?.ready ?? 0
  const confirm = () => {
    if (ready > 0) start.run()
  }
  useShortcuts('Створення чеків', [{ code: 'Enter', label: 'створити чеки', run: confirm }])

  const isHopeless = preview.isError || (preview.data !== undefined && ready === 0)
  const label = preview.data ? `Створити ${pluralize(ready, receiptForms)}` : 'Створити чеки'
  return (
    <Dialog
      title={`Створити чеки: ${pluralize(ids.length, orderForms)}`}
      onClose={onClose}
      footer={
        <DialogButtons
          action={isHopeless ? null : { label, busy: preview.isPending || start.isPending, does: confirm }}
          leave={isHopeless ? 'Закрити' : 'Не створювати'}
          onLeave={onClose}
        />
      }
    >
      <div className="stack">
        {start.error && <Notice tone="danger">{sentenceFor(start.error)}</Notice>}
        {preview.isPending && (
          // Takes the focus until there is something to confirm: Enter pressed too early must not close the dialog.
          <p tabIndex={-1} data-autofocus className={classes.waiting}>
            Перевіряємо {pluralize(ids.length, orderForms)}
            {total > 0 && ` на ${formatMoney(total)}`}…
          </p>
        )}
        {preview.isError && <PreviewFailed error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.data && <Outlook outlook={preview.data} onLeave={onClose} />}
      </div>
    </Dialog>
  )
}

function PreviewFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const again = (
    <Button variant="default" size="compact-md" onClick={onRetry}>
      Спробувати ще раз
    </Button>
  )
  return (
    <Notice tone="danger" below={again}>
      {sentenceFor(error)}
    </Notice>
  )
}

function Outlook({
  outlook: { ready, amount, crm_cancelled, refused },
  onLeave,
}: {
  outlook: Preflight
  onLeave: () => void
}) {
  return (
    <>
      <output className={classes.outcome}>
        {ready > 0 ? (
          <>
            Буде створено <b className="figures">{pluralize(ready, receiptForms)}</b> на{' '}
            <b className="figures">{formatMoney(amount)}</b>
          </>
        ) : (
          'Жодного чека зараз створити не можна'
        )}
        {refused.length > 0 && (
          <>
            {' · '}Пропущено <b className="figures">{refused.length}</b>
          </>
        )}
      </output>
      {crm_cancelled > 0 && <CancelledNotice among={crm_cancelled} />}
      {refused.length > 0 && <RefusedGroups refused={refused} onLeave={onLeave} />}
      {ready > 0 && (
        <p className="soft">Чеки створюватимуться самі, один за одним. За ними можна стежити внизу сторінки.</p>
      )}
    </>
  )
}
