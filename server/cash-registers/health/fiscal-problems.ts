import { pluralize, type Forms } from '#/contract/plurals.ts'
import type { FiscalFacts, RegisterProblem } from '#/contract/register-health.ts'
import { capitalized, ended } from '#/contract/sentences.ts'
import { toDayAndClock } from '#/server/integrations/kyiv-time.ts'
import type { HealthFacts } from './health-facts.ts'
import { errorOf, warningOf } from './problem-of.ts'
import { isLeftOpen } from './left-open-shift.ts'
import { toldSilence, type ProviderSilence } from '../register/provider-silence.ts'
import { isPassing } from './rules.ts'

/** What is wrong with a register at the provider, as of now. */
export function fiscalProblems(
  fiscal: HealthFacts['fiscal'],
  { provider_silence: met, checked_at }: { provider_silence: unknown; checked_at: string | null },
  now: Date,
): RegisterProblem[] {
  if (fiscal === null) return []
  const { failure, facts } = fiscal
  const silence = toldSilence(met)
  return [
    ...(failure && !isPassing(failure.kind) ? [fiscalFailure(failure)] : []),
    ...(silence ? [notAnswering(silence)] : failure && isPassing(failure.kind) ? [notChecked(failure)] : []),
    ...(facts ? factProblems(facts, now) : []),
    ...(facts && isLeftOpen(facts, checked_at) ? [shiftLeftOpen(facts.shift_opened_at)] : []),
  ]
}

type Failure = NonNullable<NonNullable<HealthFacts['fiscal']>['failure']>

/** Passes by itself: the shop need not do anything. */
const notAnswering = ({ detail, since }: ProviderSilence): RegisterProblem => ({
  ...warningOf(
    'provider_not_reached',
    `Checkbox не відповідає: ${detail}. Нові чеки стануть у чергу й підуть самі, щойно він відповість.`,
  ),
  since,
})

const notChecked = ({ detail }: Failure): RegisterProblem =>
  warningOf(
    'provider_not_reached',
    `Касу не вдалося перевірити: ${detail}. Робити нічого не треба, перевірка повториться сама.`,
  )

function fiscalFailure({ kind, detail }: Failure): RegisterProblem {
  if (kind === 'bad_license_key')
    return errorOf(
      kind,
      'Checkbox не знає цього ключа ліцензії, тому чеки створити не можна. Скопіюйте ключ із кабінету Checkbox і збережіть касу ще раз.',
    )
  if (kind === 'bad_pin')
    return errorOf(
      kind,
      'Checkbox не прийняв PIN-коду касира, тому чеки створити не можна. Перевірте його в кабінеті Checkbox і введіть ще раз.',
    )
  return errorOf(
    'provider_refused',
    `${capitalized(ended(detail))} Чеки за цією касою не створюються; зверніться до підтримки Checkbox.`,
  )
}

const dayMs = 24 * 3_600_000
const signatureWarningDays = 30
const billingWarningDays = 7
const days: Forms = { one: 'день', few: 'дні', many: 'днів', other: 'дня' }

/** The days that are left, in words; null: longer than it is worth warning of. Less than none: it is over. */
function timeLeft(until: string | null, now: Date, warnDays: number): { over: boolean; words: string } | null {
  if (until === null) return null
  const left = (Date.parse(until) - now.getTime()) / dayMs
  if (left > warnDays) return null
  const whole = Math.floor(left)
  return { over: left <= 0, words: whole < 1 ? 'менше доби' : pluralize(whole, days) }
}

function factProblems({ cashier, billing, delivery_connected }: FiscalFacts, now: Date): RegisterProblem[] {
  const problems: RegisterProblem[] = []
  if (cashier.blocked)
    problems.push(
      errorOf(
        'cashier_blocked',
        'Checkbox заблокував касира, тому чеки створити не можна. Розблокуйте його в кабінеті Checkbox.',
      ),
    )
  if (!cashier.may_ettn)
    problems.push(
      errorOf('no_ettn_permission', 'Касир не має права створювати чеки за ТТН. Надайте його в кабінеті Checkbox.'),
    )
  problems.push(...signatureProblems(cashier, now), ...billingProblems(billing, now))
  if (delivery_connected === false)
    problems.push(
      warningOf(
        'delivery_not_connected',
        'Схоже, у кабінеті Checkbox до каси не підключено Нову пошту, а без цього чеки за ТТН не створюються. Перевірте в кабінеті.',
      ),
    )
  return problems
}

const shiftLeftOpen = (openedAt: string): RegisterProblem =>
  warningOf(
    'shift_left_open',
    `Зміну каси відкрито ${toDayAndClock(new Date(openedAt))} і досі не закрито, а закрити її треба того самого дня. Закрийте її в програмі Checkbox: зі старою зміною чеки передоплати можуть не пройти.`,
  )

function signatureProblems({ signature_until, signature_ready }: FiscalFacts['cashier'], now: Date): RegisterProblem[] {
  const left = timeLeft(signature_until, now, signatureWarningDays)
  if (left?.over)
    return [
      errorOf(
        'signature_expired',
        'Строк дії електронного підпису касира минув, тому чеки не фіскалізуються. Отримайте новий підпис і додайте його в кабінеті Checkbox.',
      ),
    ]
  const problems: RegisterProblem[] = []
  if (left)
    problems.push(
      warningOf(
        'signature_ends_soon',
        `До кінця дії електронного підпису касира: ${left.words}. Отримайте новий заздалегідь, інакше чеки не фіскалізуватимуться.`,
      ),
    )
  if (signature_ready === false)
    problems.push(
      warningOf(
        'signature_not_ready',
        'Електронний підпис касира зараз недоступний, тому зміну не відкрити. Перевірте, чи працює програма підпису Checkbox.',
      ),
    )
  return problems
}

/** Which words the status may be is not published, but one that speaks of a block is clear. */
const speaksOfBlock = /block/i

function billingProblems({ status, blocks_at, paid_until }: FiscalFacts['billing'], now: Date): RegisterProblem[] {
  const untilBlock = timeLeft(blocks_at, now, billingWarningDays)
  if (untilBlock?.over || speaksOfBlock.test(status ?? ''))
    return [
      errorOf(
        'billing_blocked',
        'Checkbox заблокував касу через несплату, чеки не фіскалізуються. Оплатіть послуги в кабінеті Checkbox.',
      ),
    ]
  if (untilBlock)
    return [
      warningOf(
        'billing_blocks_soon',
        `До блокування каси через несплату: ${untilBlock.words}. Оплатіть послуги в кабінеті Checkbox.`,
      ),
    ]
  const untilUnpaid = timeLeft(paid_until, now, billingWarningDays)
  if (!untilUnpaid) return []
  return [
    untilUnpaid.over
      ? warningOf(
          'subscription_ended',
          'Оплачений строк у Checkbox закінчився. Продовжте його в кабінеті, щоб касу не заблокували.',
        )
      : warningOf(
          'subscription_ends_soon',
          `До кінця оплаченого строку в Checkbox: ${untilUnpaid.words}. Продовжте його в кабінеті.`,
        ),
  ]
}
