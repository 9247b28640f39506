import { useQueryClient } from '@tanstack/react-query'
import { alarmsQuery, dismissOrphan } from '../../api/receipts.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface Props {
  providerId: string
  /** Undefined: whichever order has the TTN. */
  besideOrder?: string | null
  onClose: () => void
}

export function DismissOrphan({ providerId, besideOrder, onClose }: Props) {
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={besideOrder === null ? 'Документ без чека — усе гаразд?' : 'Документ не наш?'}
      label="Чому він може лишитися"
      example="Наприклад: це чек іншого продажу, якого немає в Касирі."
      action="Позначити перевіреним"
      leave="Не позначати"
      run={async (reason) => {
        await dismissOrphan(providerId, { reason, ...(besideOrder !== undefined && { order_id: besideOrder }) })
        await queries.invalidateQueries({ queryKey: alarmsQuery.queryKey })
      }}
      onDone={() => toast('Документ позначено перевіреним.')}
      onClose={onClose}
    >
      Документ <code>{providerId}</code> більше не вимагатиме уваги й не заважатиме створити чек за його ТТН. Якщо це
      чек замовлення, яке є в Касирі, не позначайте, а прийміть його: інакше замовлення може отримати другий чек.
    </ReasonDialog>
  )
}
