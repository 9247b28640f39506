import type { ParcelProblem } from '#/contract/orders.ts'
import type { ShownTo } from './sender-rules.ts'

/** Why a parcel that is shown to these keys is bound to none of their registers. */
export function doubtAbout(shownTo: readonly ShownTo[], at: Date): ParcelProblem {
  const names = [...new Set(shownTo.map(({ name }) => `«${name}»`))].join(', ')
  const detail =
    shownTo.length > 1
      ? `Нова пошта показує цю посилку за ключами кількох кас (${names}), а телефону її відправника немає серед відомих телефонів жодного власника. Додайте цей телефон до контактних осіб відправника в кабінеті Нової пошти й перевірте його касу.`
      : `Нова пошта показує цю посилку за ключем каси ${names}, але телефону її відправника немає серед відомих телефонів власника ключа, а ключі інших кас відповіли не всі. Перевірте ключі Нової пошти на сторінці кас.`
  return { kind: 'sender_unproven', detail, since: at.toISOString() }
}

/** A parcel that continues under a TTN whose sender is hidden from the register's key; the carrier shows any caller where it is. */
export const whyNotOurSuccessor = (isShown: boolean, ttn: string, at: Date): ParcelProblem | null =>
  isShown
    ? null
    : {
        kind: 'successor_not_ours',
        detail: `Посилку переадресовано, але за новою ТТН ${ttn} Нова пошта не показує вас відправником. Стан видно, а сума й оплата лишаються такими, як були. Перевірте їх у кабінеті Нової пошти.`,
        since: at.toISOString(),
      }
