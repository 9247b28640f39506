import { pluralize } from '#/contract/plurals.ts'
import { Notice } from '../../ui/Notice.tsx'
import { orderForms } from '../../words/counted-words.ts'

/** A cancelled order may still have a parcel on its way: the receipt is not refused, but made with open eyes. */
export function CancelledNotice({ among }: { among?: number }) {
  return (
    <Notice tone="warn">
      {among === undefined
        ? 'Замовлення скасовано в CRM. Створюйте чек, лише якщо посилку справді відправлено.'
        : `Скасовано в CRM: ${pluralize(among, orderForms)}. Створюйте чеки, лише якщо ці посилки справді відправлено.`}
    </Notice>
  )
}
