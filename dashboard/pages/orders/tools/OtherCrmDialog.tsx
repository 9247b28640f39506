import { useMutation } from '@tanstack/react-query'
import type { CrmDecision, OtherCrm } from '#/contract/other-crm.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { decideCrm } from '../../../api/orders.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface Props {
  decision: CrmDecision['decision']
  other: OtherCrm
  onDecided: () => void
  onClose: () => void
}

/** Neither decision can be taken back, so each says all that will follow, and what if it is wrong. */
export function OtherCrmDialog({ decision, other: { present, before }, onDecided, onClose }: Props) {
  const { title, label, done } = words[decision]
  const decide = useMutation({
    mutationFn: () => decideCrm({ decision, present: present.fingerprint, before: before.fingerprint }),
    onSuccess: () => {
      toast(done)
      onClose()
      onDecided()
    },
  })
  /** A refusal is of a screen that is behind. */
  const leave = () => {
    onClose()
    if (decide.isError) onDecided()
  }

  return (
    <ConfirmDialog
      title={title}
      refusal={decide.error && sentenceFor(decide.error)}
      action={{ label, tone: 'danger', busy: decide.isPending, does: () => decide.mutate() }}
      leave="Поки не вирішувати"
      onClose={leave}
    >
      {present.host === before.host ? (
        <p>
          Сервер: <b>{present.host}</b>, а ключ або решта адреси в&nbsp;налаштуваннях тепер інші.
        </p>
      ) : (
        <p>
          Замовлення в&nbsp;черзі — з&nbsp;<b>{before.host}</b>, а в&nbsp;налаштуваннях тепер <b>{present.host}</b>.
        </p>
      )}
      {decision === 'same' ? <WhatFollowsSame /> : <WhatFollowsNew />}
    </ConfirmDialog>
  )
}

const words = {
  same: {
    title: 'Це той самий магазин?',
    label: 'Так, той самий магазин',
    done: 'Це той самий магазин. Забираємо всі його замовлення заново.',
  },
  new: {
    title: 'Це інший магазин?',
    label: 'Так, інший магазин',
    done: 'Це інший магазин. Його замовлення надходитимуть поруч із тими, що вже є.',
  },
} as const

const WhatFollowsSame = () => (
  <>
    <p>
      Касир забере з&nbsp;неї всі замовлення заново: ті, що вже в&nbsp;черзі, оновить за&nbsp;ідентифікаторами CRM,
      решту додасть. Змінене касиром і&nbsp;чеки залишаться.
    </p>
    <p>
      Якщо насправді магазин інший, його замовлення перезапишуть ваші з&nbsp;такими самими ідентифікаторами. Повернути
      це не&nbsp;можна.
    </p>
  </>
)

const WhatFollowsNew = () => (
  <>
    <p>
      Замовлення, що вже в&nbsp;черзі, залишаться з&nbsp;чеками й&nbsp;посилками, але CRM їх більше не&nbsp;змінюватиме.
      Усі замовлення нової CRM надійдуть поруч із&nbsp;ними як&nbsp;окремі.
    </p>
    <p>
      Якщо насправді магазин той самий, кожне його замовлення стоятиме в&nbsp;черзі двічі. Повернути це не&nbsp;можна.
    </p>
  </>
)
