import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { BulkDialog } from '../bulk/BulkDialog.tsx'
import { CreateReceiptDialog } from '../receipt-dialogs/CreateReceiptDialog.tsx'
import { NotNeededDialog } from '../receipt-dialogs/NotNeededDialog.tsx'
import { useKnownOrder } from '../order-parts/use-known-order.ts'
import { ManyNotNeededDialog } from './ManyNotNeededDialog.tsx'
import type { Choosing } from './use-chosen.ts'
import { Worklist } from './Worklist.tsx'

interface Props {
  title: string
  about: string
  /** What making a receipt is called here, of one order and of many. */
  words: { one: string; many: string }
  count: number
  amount: number | null
  items: readonly Trouble[]
  choosing: Choosing
}

type Asked =
  | { what: 'create' | 'not_needed'; trouble: Trouble }
  | { what: 'create_many' | 'none_needed'; troubles: readonly Trouble[] }

const orderOf = ({ order_id }: Trouble): string => order_id

/** Orders that should have a receipt: it is made, or a person says why none is needed, of one order or of many. */
export function MissingReceipts({ words, items, choosing, ...list }: Props) {
  const { role } = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayCreate = may(role, 'receipt.create')
  const maySettle = may(role, 'receipt.settle')
  const chosen = items.filter((item) => choosing.keys.has(orderOf(item)))
  const createChosen = () => setAsked({ what: 'create_many', troubles: chosen })
  useShortcuts(
    list.title,
    mayCreate && chosen.length > 0 ? [{ code: 'KeyC', label: 'створити чеки для вибраних', run: createChosen }] : [],
    'page',
  )
  const deeds = useCallback(
    (trouble: Trouble) => (
      <>
        {mayCreate && (
          <Button size="compact-sm" onClick={() => setAsked({ what: 'create', trouble })}>
            {words.one}
          </Button>
        )}
        {maySettle && (
          <Button size="compact-sm" variant="default" onClick={() => setAsked({ what: 'not_needed', trouble })}>
            Чек не потрібен…
          </Button>
        )}
      </>
    ),
    [mayCreate, maySettle, words.one],
  )
  return (
    <>
      <Worklist
        {...list}
        items={items}
        keyOf={orderOf}
        choosing={mayCreate || maySettle ? choosing : null}
        renderTogether={(troubles) => (
          <>
            {maySettle && (
              <Button variant="default" onClick={() => setAsked({ what: 'none_needed', troubles })}>
                Чек не потрібен… ({troubles.length})
              </Button>
            )}
            {mayCreate && (
              <Button aria-keyshortcuts="C" onClick={createChosen}>
                {words.many} ({troubles.length})
              </Button>
            )}
          </>
        )}
      >
        {deeds}
      </Worklist>
      {asked !== null && <Ask asked={asked} onDone={choosing.clear} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What is asked before anything is done. */
function Ask({ asked, onDone, onClose }: { asked: Asked; onDone: () => void; onClose: () => void }) {
  switch (asked.what) {
    case 'create':
      return <CreateFor id={asked.trouble.order_id} onClose={onClose} />
    case 'not_needed': {
      const { order_id, number } = asked.trouble
      return <NotNeededDialog order={{ id: order_id, number }} onClose={onClose} />
    }
    case 'create_many':
      return <CreateMany troubles={asked.troubles} onDone={onDone} onClose={onClose} />
    case 'none_needed':
      return <ManyNotNeededDialog troubles={asked.troubles} onDone={onDone} onClose={onClose} />
  }
}

/** The dialog needs the whole order, which is loaded when the dialog opens. */
function CreateFor({ id, onClose }: { id: string; onClose: () => void }) {
  const { order, failed } = useKnownOrder(id)
  if (order !== undefined) return <CreateReceiptDialog order={order} onClose={onClose} />
  return (
    <Dialog title="Створити чек" onClose={onClose}>
      <p>{failed ? 'Такого замовлення немає або його приховано.' : 'Завантажуємо…'}</p>
    </Dialog>
  )
}

interface ManyProps {
  troubles: readonly Trouble[]
  onDone: () => void
  onClose: () => void
}

function CreateMany({ troubles, onDone, onClose }: ManyProps) {
  const total = troubles.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <BulkDialog
      ids={troubles.map(orderOf)}
      total={total}
      onStarted={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
