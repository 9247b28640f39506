import { pluralize } from '../plurals.ts'

/** Our clock and another one differ. */
export interface ClockApart {
  system: 'fiscal' | 'database'
  /** Negative: ours is behind. */
  ahead_seconds: number
}

const whose = { fiscal: 'Checkbox', database: 'бази даних' }

export function clockDiffers({ system, ahead_seconds }: ClockApart): string {
  const differs = ahead_seconds > 0 ? 'випереджає годинник' : 'відстає від годинника'
  return `Годинник сервера Касира ${differs} ${whose[system]} на ${lengthOf(Math.abs(ahead_seconds))}. Увімкніть на сервері автоматичне встановлення часу.`
}

export const clockWords = (apart: ClockApart & { stops_sending: boolean }): string =>
  `${clockDiffers(apart)} ${
    apart.stops_sending
      ? 'Чеки не надсилаються, доки годинники не зійдуться: вони чекають у черзі.'
      : 'Чеки надсилаються далі, але час у Касирі показано неправильно.'
  }`

const minutes = { one: 'хвилину', few: 'хвилини', many: 'хвилин', other: 'хвилини' }
const hours = { one: 'годину', few: 'години', many: 'годин', other: 'години' }
const days = { one: 'добу', few: 'доби', many: 'діб', other: 'доби' }

function lengthOf(seconds: number): string {
  if (seconds < 2 * 3_600) return pluralize(Math.round(seconds / 60), minutes)
  return seconds < 48 * 3_600
    ? pluralize(Math.round(seconds / 3_600), hours)
    : pluralize(Math.round(seconds / 86_400), days)
}
