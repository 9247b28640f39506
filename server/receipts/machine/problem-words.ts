import { formatMoney } from '#/contract/money.ts'
import type { ReceiptProblem } from '#/contract/receipts.ts'
import { capitalized, ended } from '#/contract/sentences.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'

/** The sentences beside a receipt that is not where it should be: what happened, what is safe, what to do. */

const problem = (code: string, detail: string): ReceiptProblem => ({
  code: `receipt.${code}`,
  detail: capitalized(detail),
})

/** The provider's words also stand apart: a screen that gives its own advice quotes them without ours. */
const notCreated = (kind: string, detail: string): ReceiptProblem => {
  const said = capitalized(ended(detail))
  return { ...problem(kind, `${said} Чек не створено. Виправте причину й створіть чек ще раз.`), said }
}

export const refusedProblem = ({ kind, detail }: FiscalFailure): ReceiptProblem => notCreated(kind, detail)

/** Shown while the lookup is under way, and for good when it finds nothing. */
export const answeredProblem = ({ detail }: FiscalFailure): ReceiptProblem => notCreated('refused', detail)

export const ambiguousProblem = ({ kind, detail }: FiscalFailure): ReceiptProblem =>
  problem(kind, `${ended(detail)} Чи створено чек, ще не відомо: перевіряємо в Checkbox самі, другого чека не буде.`)

export const waitingProblem = (detail: string): ReceiptProblem =>
  problem('waits', `${ended(detail)} Чек чекає в черзі, ще не надісланий. Щойно збій мине, надішлемо самі.`)

export const removalRefused = ({ detail }: FiscalFailure): ReceiptProblem =>
  problem('removal_refused', `Скасувати чек не вдалося. ${capitalized(ended(detail))} Чек і далі чинний.`)

export const receiptErrorProblem = (error: string | null): ReceiptProblem =>
  problem(
    'receipt_error',
    `Посилку оплачено, але Checkbox не фіскалізував чека${error === null ? '' : `: «${error}»`}. Другий чек не потрібен: усуньте причину в кабінеті Checkbox, стан оновиться сам.`,
  )

export const severalProblem = (ttn: string, documents: readonly unknown[]): ReceiptProblem =>
  problem(
    'several',
    `У Checkbox кілька чеків за ТТН ${ttn}: ${documents.length}. Залиште в кабінеті Checkbox один, решту видаліть, а тоді перевірте чек ще раз.`,
  )

interface OtherDocument {
  amount: number | null
  status: string
}

const sumsWords = (amount: number, document: OtherDocument | undefined): string =>
  document === undefined || document.amount === null || document.amount === amount
    ? ''
    : ` на ${formatMoney(document.amount)} замість ${formatMoney(amount)}`

const removing = (document: OtherDocument | undefined): string =>
  document?.status === 'fiscalized' ? 'зробіть за ним повернення' : 'видаліть його'

/** It cannot take the place of a receipt of another TTN. */
export const otherTtnProblem = (
  ttn: string,
  amount: number,
  document: OtherDocument & { ttn: string | null },
): ReceiptProblem =>
  problem(
    'foreign',
    `Посилка ${ttn} їде й за ТТН ${document.ttn}, і за тією ТТН у Checkbox уже є чек${sumsWords(amount, document)}. Другого не надіслано. Якщо той чек правильний, закрийте цей з поясненням; якщо він іншого продажу, позначте як не наш; якщо зайвий, ${removing(document)} в кабінеті Checkbox і перевірте чек ще раз.`,
  )

export function foreignProblem(ttn: string, amount: number, document: OtherDocument | undefined): ReceiptProblem {
  return problem(
    'foreign',
    `За ТТН ${ttn} у Checkbox є чек${sumsWords(amount, document)}, який створив не Касир. Якщо він правильний, прив’яжіть його; якщо він іншого продажу, позначте як не наш; якщо зайвий, ${removing(document)} в кабінеті Checkbox і перевірте чек ще раз.`,
  )
}

const kyiv = new Intl.DateTimeFormat('uk-UA', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'short' })

interface OtherAdvance {
  relation_id: string
  paid: number | null
  made_at: string | null
}

/** More of them would fill the screen. */
const mostNamed = 3

export function foreignAdvanceProblem(advances: readonly OtherAdvance[]): ReceiptProblem {
  const named = advances.slice(0, mostNamed).map(({ relation_id, paid, made_at }) => {
    const sum = paid === null || paid === 0 ? '' : ` на ${formatMoney(paid)}`
    return `«${relation_id}»${sum}${made_at === null ? '' : ` від ${kyiv.format(new Date(made_at))}`}`
  })
  return problem(
    'foreign_advance',
    `За цим замовленням у Checkbox уже є передоплата, якої Касир не знає: ${named.join('; ')}. Другої не надіслано. Знайдіть її в кабінеті Checkbox. Якщо вона правильна, закрийте цей чек з поясненням, а чек на залишок створіть у кабінеті; якщо ні, поверніть її там і перевірте чек ще раз.`,
  )
}

export const unrecognisedProblem = (status: string): ReceiptProblem =>
  problem(
    'unrecognised_status',
    `Checkbox показує стан «${status}», якого Касир не знає. Другого чека не буде. Подивіться на чек у кабінеті Checkbox.`,
  )

export const silentProblem: ReceiptProblem = problem(
  'silent',
  'Checkbox довго не дає дізнатися, що з чеком. Другого чека не буде, і перевіряти далі Касир буде сам. Якщо чек видно в кабінеті Checkbox, прив’яжіть його або перевірте ще раз.',
)

export const otherCredentialsProblem: ReceiptProblem = problem(
  'other_credentials',
  'Чек надсилали від іншої каси чи іншого касира Checkbox, і з теперішніми ключем ліцензії та PIN-кодом його не видно. Другого чека не буде. Знайдіть чек у кабінеті Checkbox. Якщо його там немає, скасуйте цей чек і закрийте його з поясненням; якщо він там фіскальний, закрийте цей з поясненням і позначте, що нового замовленню не потрібно; якщо ключ чи PIN-код змінили помилково, поверніть попередні.',
)

export const prepaymentFailed: ReceiptProblem = problem(
  'prepayment_failed',
  'Чек передоплати не створено або повернено, тому чека на залишок теж не буде. Створіть чек ще раз.',
)

export const cancelledBefore: ReceiptProblem = problem(
  'cancelled_outside',
  'Такий чек у Checkbox уже створили й скасували, тому вдруге його не надіслано. Якщо він потрібен, створіть новий.',
)

export const goneByHand: ReceiptProblem = problem(
  'cancelled_outside',
  'Чек скасовано в Checkbox, не в Касирі. Якщо він потрібен, створіть новий.',
)

export const exhausted: ReceiptProblem = problem(
  'exhausted',
  'Checkbox тричі не створив чека, і перевірка показала, що його немає. Спробуйте створити чек ще раз.',
)

export const existsProblem = ({ detail }: FiscalFailure): ReceiptProblem =>
  problem('told_exists', `Checkbox каже, що такий чек уже є: «${ended(detail)}» Шукаємо його, вдруге не створюємо.`)

export const unseenProblem = (providerSaid: ReceiptProblem | null): ReceiptProblem =>
  problem(
    'told_exists_unseen',
    `${providerSaid?.detail ?? 'Checkbox каже, що такий чек уже є.'} Цій касі його не видно: його могли створити з іншої каси чи іншим касиром. Знайдіть його в кабінеті Checkbox і прив’яжіть або, якщо його там немає, закрийте чек з поясненням.`,
  )

export const endedProblem = (error: string | null): ReceiptProblem =>
  problem(
    'document_failed',
    `Checkbox не зміг фіскалізувати чек передоплати${error === null ? '' : `: «${error}»`}. Цей чек чинним уже не стане. Усуньте причину й створіть передоплату ще раз.`,
  )

export const advanceUnfinished: ReceiptProblem = problem(
  'advance_unfinished',
  'Чек передоплати в Checkbox ще не фіскальний, а скасувати його до того Checkbox не дає. Зверніться до підтримки Checkbox: щойно він стане фіскальним або не вдасться, Касир це побачить. Якщо чекати не можна, закрийте чек з поясненням.',
)

export const leftUnfinished = (reason: string): ReceiptProblem =>
  problem(
    'given_up',
    `Чек передоплати закрито вручну: «${reason}». У Checkbox він лишився нефіскальним; якщо стане фіскальним, Касир покаже його серед документів без чека.`,
  )

export const removalUnproven: ReceiptProblem = problem(
  'removal_unproven',
  'Checkbox тричі відповів, що видалив чек, але чек і досі чинний. Видаліть його в кабінеті Checkbox або скасуйте ще раз.',
)

/** Its document counts as fiscal, and the fiscal receipt itself does not. */
export const fiscalErrorProblem = (error: string | null): ReceiptProblem =>
  problem(
    'fiscal_error',
    `Checkbox показує чек фіскальним, але сам фіскальний чек не вдався${error === null ? '' : `: «${error}»`}. Фіскального номера немає. Усуньте причину в кабінеті Checkbox або зверніться до його підтримки: щойно номер з’явиться, Касир його покаже.`,
  )

export const adoptedInstead: ReceiptProblem = problem(
  'given_up',
  'Замість цього чека прийнято той, що вже був у Checkbox за цією ТТН.',
)

export const givenUpProblem = (reason: string): ReceiptProblem =>
  problem('given_up', `Чек закрито вручну з поясненням: «${reason}». Якщо чек потрібен, створіть новий.`)
