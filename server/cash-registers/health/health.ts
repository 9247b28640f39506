import { z } from 'zod'
import type { HealthState, RegisterHealth, RegisterProblem } from '#/contract/register-health.ts'
import { ended } from '#/contract/sentences.ts'
import { fiscalProblems } from './fiscal-problems.ts'
import type { HealthFacts } from './health-facts.ts'
import { errorOf, warningOf } from './problem-of.ts'
import { secretFields, type SecretField } from '../secrets/secrets.ts'

export interface Examined {
  checked_at: string | null
  is_test: boolean | null
  facts: HealthFacts | null
  /** Whether each secret can be opened now, whatever it was when last checked. */
  secrets: Record<SecretField, 'readable' | 'missing' | 'unreadable'>
  /** What following the parcels met since. */
  carrier_problem: unknown
  /** What its receipts met since. */
  provider_silence: unknown
}

/** Judged when it is read: a signature that was good for a month at the check is good for less every day. */
export function healthOf(examined: Examined, now: Date): RegisterHealth {
  const { facts, checked_at, is_test } = examined
  const problems = [
    ...secretProblems(examined.secrets),
    ...fiscalProblems(facts?.fiscal ?? null, examined, now),
    ...(is_test ? [warningOf('test_register', testWords)] : []),
    ...carrierProblems(facts?.carrier ?? null, examined.carrier_problem),
  ]
  return {
    state: stateOf(problems, checked_at),
    checked_at,
    problems,
    fiscal: facts?.fiscal?.facts ?? null,
    carrier: facts?.carrier?.facts ?? null,
  }
}

function stateOf(problems: readonly RegisterProblem[], checked_at: string | null): HealthState {
  if (problems.some(({ severity }) => severity === 'error')) return 'error'
  if (checked_at === null) return 'unchecked'
  return problems.length > 0 ? 'warning' : 'ok'
}

const testWords = 'Це тестова каса: чеки за нею не справжні, до податкової вони не йдуть і мають позначку «тестовий».'

const lists = new Intl.ListFormat('uk', { type: 'conjunction' })
const absent: Record<SecretField, string> = {
  license_key: 'ключа ліцензії',
  pin: 'PIN-коду касира',
  carrier_key: 'ключа Нової пошти',
}
const lost: Record<SecretField, string> = {
  license_key: 'ключ ліцензії',
  pin: 'PIN-код касира',
  carrier_key: 'ключ Нової пошти',
}

function secretProblems(secrets: Examined['secrets']): RegisterProblem[] {
  const [missing, unreadable] = (['missing', 'unreadable'] as const).map((state) =>
    secretFields.filter((field) => secrets[field] === state),
  )
  const problems: RegisterProblem[] = []
  if (missing && missing.length > 0) {
    const names = lists.format(missing.map((field) => absent[field]))
    problems.push(errorOf('secret_missing', `Бракує ${names}. Введіть у налаштуваннях каси, без цього вона не працює.`))
  }
  if (unreadable && unreadable.length > 0) {
    const names = lists.format(unreadable.map((field) => lost[field]))
    const why = 'дані пошкоджено, перенесено з іншого місця або немає ключа, яким їх зашифровано'
    problems.push(
      errorOf(
        'secret_unreadable',
        `Не вдалося розшифрувати ${names}: ${why}. Поверніть ключ шифрування або введіть секрет каси ще раз.`,
      ),
    )
  }
  return problems
}

const Paused = z.object({ kind: z.string(), detail: z.string() })

const rejected = errorOf(
  'carrier_key_rejected',
  'Нова пошта не приймає ключа каси, тому її посилки не відстежуються. Створіть новий ключ у кабінеті Нової пошти й збережіть його тут.',
)

/** The check and the following of the parcels ask the same carrier; one problem is shown once. */
function carrierProblems(carrier: HealthFacts['carrier'], met: unknown): RegisterProblem[] {
  const failure = carrier?.failure ?? null
  const { data: paused } = Paused.safeParse(met)
  if (failure?.kind === 'key_rejected' || paused?.kind === 'key_rejected') return [rejected]
  if (paused)
    return [
      warningOf(
        'carrier_paused',
        `Посилки каси тимчасово не оновлюються. ${ended(paused.detail)} Спробуємо знову самі.`,
      ),
    ]
  if (!failure) return []
  return [
    warningOf(
      'carrier_not_reached',
      `Ключ Нової пошти не вдалося перевірити: ${failure.detail}. Робити нічого не треба, перевірка повториться сама.`,
    ),
  ]
}
