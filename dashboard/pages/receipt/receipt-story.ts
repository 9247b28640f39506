import type { Order } from '#/contract/orders.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { formatClock, formatLongDateTime } from '../../words/format.ts'

type Told = Pick<
  NonNullable<Order['receipt']>,
  'state' | 'returned_at' | 'fiscalized_at' | 'cancel_requested' | 'problem'
>

/** What only the receipt itself knows, not the order that shows it. */
export interface Progress {
  attempt: number
  events: readonly { at: string; state: ReceiptState }[]
}

const safe = 'Чек не дублюватиметься. Повторювати не потрібно.'

const sentences: Record<ReceiptState, string> = {
  queued: 'Чек у черзі, Касир надішле його в Checkbox сам, зазвичай за кілька секунд.',
  sending: `Надсилаємо чек у Checkbox. ${safe}`,
  unknown: safe,
  attention: 'Касир не зміг сам з’ясувати, що з чеком. Другого чека не буде, доки це не вирішено.',
  created: 'Чек є в Checkbox. Щойно посилку оплатять, Checkbox фіскалізує його сам.',
  cancelling: 'Видаляємо чек у Checkbox.',
  cancel_unknown: 'Перевіряємо в Checkbox, чи чек видалено. Повторювати не потрібно.',
  fiscalized: 'Чек фіскалізовано.',
  cancelled: 'Чек скасовано: у Checkbox його немає. Можна створити новий.',
  failed: 'Чек не створено: у Checkbox його немає.',
}

const createdAndPaid = 'Чек є в Checkbox. Посилку вже оплачено: Checkbox фіскалізує чек найближчим часом.'

/** The receipt's state as a sentence: what happens now, what is safe, whether anything is to be done. */
export function receiptStory(receipt: Told, progress: Progress | null, isPaid = false): string {
  if (receipt.returned_at !== null) return `За чеком оформлено повернення ${formatLongDateTime(receipt.returned_at)}.`
  if (receipt.state === 'fiscalized' && receipt.fiscalized_at !== null)
    return `Чек фіскалізовано ${formatLongDateTime(receipt.fiscalized_at)}.`
  const asked =
    receipt.cancel_requested && wishable.has(receipt.state)
      ? ' Запит на скасування прийнято: чек буде скасовано, щойно Checkbox підтвердить стан чека.'
      : ''
  if (receipt.state === 'unknown')
    return `${['Перевіряємо в Checkbox', ...measures(progress)].join(' · ')}. ${safe}${asked}`
  if (receipt.state === 'created' && isPaid) return createdAndPaid + asked
  return sentences[receipt.state] + asked
}

const wishable: ReadonlySet<ReceiptState> = new Set(['sending', 'unknown', 'attention', 'created'])

/** «спроба 2» and «з 14:05»: what is known of how long it takes. */
function measures(progress: Progress | null): string[] {
  if (progress === null) return []
  const since = unknownSince(progress.events)
  return [
    ...(progress.attempt > 1 ? [`спроба ${progress.attempt}`] : []),
    ...(since === null ? [] : [`з ${formatClock(since)}`]),
  ]
}

/** When the last stretch in this state began; a look-up that told nothing does not begin it anew. */
function unknownSince(events: Progress['events']): string | null {
  let since: string | null = null
  for (const { at, state } of events) {
    if (state !== 'unknown') since = null
    else since ??= at
  }
  return since
}
