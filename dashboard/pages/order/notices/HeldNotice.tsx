import { useQuery } from '@tanstack/react-query'
import { orderHistoryQuery } from '../../../api/orders.ts'
import { formatClock, formatLongDateTime } from '../../../words/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { fieldLabels } from '../draft/field-words.ts'
import type { DraftField } from '../draft/order-draft.ts'
import { receiptMaker } from './receipt-maker.ts'

interface Props {
  id: string
  /** What the person had typed. */
  lost: readonly DraftField[]
}

/** A receipt came between the typing and the saving. */
export function HeldNotice({ id, lost }: Props) {
  const { data } = useQuery(orderHistoryQuery(id))
  const maker = data && receiptMaker(data)
  return (
    <Notice tone="danger">
      <b>Зміни не збережено: для замовлення вже створюється чек.</b>{' '}
      {maker && (
        <>
          Чек створює {maker.login ?? 'Касир'},{' '}
          <time dateTime={maker.at} title={formatLongDateTime(maker.at)}>
            о {formatClock(maker.at)}
          </time>
          .{' '}
        </>
      )}
      Показано замовлення, як воно є зараз. Не збережено: {lost.map((field) => fieldLabels[field]).join(', ')}.
    </Notice>
  )
}
