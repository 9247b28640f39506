import { pluralize } from '../plurals.ts'

/** What a switched-off register still holds. */
export interface SwitchedOff {
  queued: number
  /** Parcels whose payment may still come. */
  parcels: number
}

const queuedForms = { one: 'чек у черзі', few: 'чеки в черзі', many: 'чеків у черзі', other: 'чека в черзі' }
const parcelForms = {
  one: 'неоплачена посилка',
  few: 'неоплачені посилки',
  many: 'неоплачених посилок',
  other: 'неоплаченої посилки',
}

export function switchedOffWords({ queued, parcels }: SwitchedOff): string {
  const held = [
    ...(queued > 0 ? [pluralize(queued, queuedForms)] : []),
    ...(parcels > 0 ? [pluralize(parcels, parcelForms)] : []),
  ]
  const instead = queued > 0 ? ' або скасуйте чеки, що в черзі' : ''
  return `Касу вимкнено, а за нею ще ${held.join(' і ')}. Вимкнена каса чеків не створює. Увімкніть її на сторінці кас${instead}.`
}
