import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { OneOrder } from '../../api/order-loader.ts'
import { formatDateTime } from '../../words/format.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PrepaymentDialog } from '../receipt-dialogs/PrepaymentDialog.tsx'
import { ReceiptPanel } from '../receipt/ReceiptPanel.tsx'
import { checkDraft, checkOrder } from './draft/check-order.ts'
import { ConflictPanel } from './notices/ConflictPanel.tsx'
import { CrmPanel } from './notices/CrmPanel.tsx'
import { GoodsEditor } from './sections/GoodsEditor.tsx'
import { GoodsTable } from './sections/GoodsTable.tsx'
import { HeldNotice } from './notices/HeldNotice.tsx'
import { HistorySection } from './sections/HistorySection.tsx'
import { MistakeSummary } from './notices/MistakeSummary.tsx'
import { NotesSection } from './sections/NotesSection.tsx'
import classes from './OrderDialog.module.css'
import { ParcelSection } from './sections/ParcelSection.tsx'
import { PresenceNotice } from './notices/PresenceNotice.tsx'
import { RecipientSection } from './sections/RecipientSection.tsx'
import { Section } from './sections/Section.tsx'
import { SumsPanel } from './sections/SumsPanel.tsx'
import type { Begin } from './editing/use-begin-editing.ts'
import type { OrderEditing } from './editing/use-order-editing.ts'

interface Props {
  order: OneOrder
  editing: OrderEditing
  /** Has just been saved. */
  saved: boolean
  whyNot: string | null
  onBegin: Begin
  onHide: () => void
}

export function OrderBody({ order, editing, saved, whyNot, onBegin, onHide }: Props) {
  const { state } = editing
  const { role } = useUser()
  const [prepaying, setPrepaying] = useState(false)
  const canPrepay = state === null && whyNot === null && may(role, 'receipt.create')
  const check = state === null ? checkOrder(order) : checkDraft(order, state.draft)
  return (
    <>
      <div className={classes.notices}>
        <Notices order={order} editing={editing} saved={saved} whyNot={whyNot} />
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <RecipientSection order={order} editing={editing} />
          <ParcelSection order={order} editing={editing} />
          {state === null && <ReceiptPanel order={order} {...(whyNot === null && { onEdit: () => onBegin() })} />}
        </div>
        <div className={classes.column}>
          <Section title="Товари" aside={<span className="soft">Замовлено {formatDateTime(order.ordered_at)}</span>}>
            {state === null ? <GoodsTable goods={order.goods} /> : <GoodsEditor editing={editing} />}
            <SumsPanel
              check={check}
              editing={editing}
              {...(whyNot === null && { onRemedy: onBegin })}
              {...(canPrepay && { onPrepay: () => setPrepaying(true) })}
            />
          </Section>
          <NotesSection order={order} editing={editing} />
          {state === null && <HistorySection key={order.id} id={order.id} />}
          {state === null && whyNot === null && (
            <Button variant="subtle" tone="danger" className={classes.hide} onClick={onHide}>
              Приховати замовлення
            </Button>
          )}
        </div>
      </div>
      {prepaying && <PrepaymentDialog order={order} onClose={() => setPrepaying(false)} />}
    </>
  )
}

function Notices({ order, editing, saved, whyNot }: Omit<Props, 'onBegin' | 'onHide'>) {
  const { state, lost } = editing
  return (
    <>
      {lost.length > 0 && <HeldNotice id={order.id} lost={lost} />}
      {state !== null && <MistakeSummary mistakes={state.mistakes} draft={state.draft} />}
      <ConflictPanel editing={editing} />
      <PresenceNotice id={order.id} />
      {order.crm_cancelled && (
        <Notice tone="warn">
          <b>Замовлення скасовано в CRM.</b> Якщо посилка вже в&nbsp;дорозі, чек за неї все одно потрібен.
        </Notice>
      )}
      {state === null && <CrmPanel order={order} canTake={whyNot === null} />}
      {whyNot !== null && lost.length === 0 && <Notice tone="quiet">{whyNot}</Notice>}
      {saved && <Notice tone="good">Зміни збережено.</Notice>}
    </>
  )
}
