import type { ParcelProblem } from '#/contract/orders.ts'
import type { Sender } from './sender-rules.ts'

/** Why a parcel that the carrier shows to a register's key is not bound to it; null: nothing prevents it. */
export function whyNotBound(sender: Sender, register: string, at: Date): ParcelProblem | null {
  const since = at.toISOString()
  if (sender === 'somebody_else')
    return {
      kind: 'other_sender',
      detail: `Ключ каси «${register}» бачить цю посилку, але телефону її відправника немає серед телефонів власника ключа. Якщо посилка ваша, додайте цей телефон до контактних осіб у кабінеті Нової пошти й перевірте касу.`,
      since,
    }
  if (sender === 'unproven')
    return {
      kind: 'sender_unproven',
      detail: `Нова пошта не назвала телефонів власника ключа каси «${register}», тож не видно, чи він відправник цієї посилки. Додайте контактну особу з телефоном у кабінеті Нової пошти й перевірте касу.`,
      since,
    }
  return null
}

/**
 * A parcel that continues under a TTN which the carrier does not show to the register's key as its own; the carrier
 * shows any caller where it is.
 */
export function whyNotOurSuccessor(sender: Sender, ttn: string, at: Date): ParcelProblem | null {
  if (sender === 'owner' || sender === 'unproven') return null
  return {
    kind: 'successor_not_ours',
    detail: `Посилку переадресовано, але за новою ТТН ${ttn} Нова пошта не показує вас відправником. Стан видно, а сума й оплата лишаються такими, як були. Перевірте їх у кабінеті Нової пошти.`,
    since: at.toISOString(),
  }
}
