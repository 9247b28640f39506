import { AppError } from '#/contract/errors.ts'
import { pluralize, type Forms } from '#/contract/plurals.ts'
import type { App } from '#/server/app.ts'
import { realMs } from '#/server/platform/clock.ts'
import { compareCredentials, mayReplace, namesCashierById, scopeOf, type CredentialsVerdict } from '../health/rules.ts'
import { openSecret } from '../secrets/secrets.ts'
import { findRegister, findUnsettledReceipts, type RegisterRow, type UnsettledReceipts } from '../register/store.ts'

/** The licence key and the PIN that a register is to have. null: the present one cannot be opened and no new one is given. */
interface Credentials {
  license_key: string | null
  pin: string | null
}
type Given = { license_key?: string | undefined; pin?: string | undefined }

/** What the provider says of new credentials, and beside which present ones that was found out. */
export interface JudgedCredentials {
  present: Credentials
  verdict: CredentialsVerdict
}

const presentOf = (app: Pick<App, 'encryption_keys'>, register: RegisterRow): Credentials => {
  const [license_key, pin] = [openSecret(app, register, 'license_key'), openSecret(app, register, 'pin')]
  return { license_key: license_key.ok ? license_key.secret : null, pin: pin.ok ? pin.secret : null }
}

const areSame = (one: Credentials, other: Credentials): boolean =>
  one.license_key === other.license_key && one.pin === other.pin

const after = (present: Credentials, given: Given): Credentials => ({
  license_key: given.license_key ?? present.license_key,
  pin: given.pin ?? present.pin,
})

/** Whether the register would sign in at the provider with something else than now. Saved once more, a secret is no change. */
export function changesCredentials(app: Pick<App, 'encryption_keys'>, register: RegisterRow, given: Given): boolean {
  const present = presentOf(app, register)
  return !areSame(present, after(present, given))
}

/** Such a question, one more about the present credentials, and the check after saving stay within what a person waits for. */
const longestQuestionMs = 4_500

/**
 * Asks the provider as whom it knows the new credentials, before they are saved. null: nothing hangs on it, because they do
 * not change or no real receipt of the register is unsettled.
 */
export async function judgeCredentials(
  app: Pick<App, 'db' | 'encryption_keys' | 'fiscal' | 'clock'>,
  id: string,
  given: Given,
): Promise<JudgedCredentials | null> {
  const register = await findRegister(app.db, id)
  if (!register || !changesCredentials(app, register, given)) return null
  if ((await findUnsettledReceipts(app.db, id)) === null) return null
  const present = presentOf(app, register)
  const [asked, found] = await Promise.all([
    scopeKept(register) === null ? askProvider(app, present) : null,
    askProvider(app, after(present, given)),
  ])
  if (found === null) return { present, verdict: 'unanswered' }
  const scope = scopeKept(register) ?? (asked?.ok === true ? scopeOf(asked.info) : null)
  const verdict = compareCredentials({ scope, is_test: register.is_test }, found)
  if (verdict === 'same' || !found.ok) return { present, verdict }
  const now = asked ?? (await askProvider(app, present))
  const { provider_scope, is_test } = register
  const keeps_key = after(present, given).license_key === present.license_key
  const replaces = now !== null && mayReplace({ scope: provider_scope, is_test, keeps_key }, now, found)
  return { present, verdict: replaces ? 'replaces' : verdict }
}

async function askProvider({ fiscal, clock }: Pick<App, 'fiscal' | 'clock'>, { license_key, pin }: Credentials) {
  if (license_key === null || pin === null) return null
  return fiscal.checkCredentials({ license_key, pin }, AbortSignal.timeout(realMs(clock, longestQuestionMs)))
}

/** null: no check under the present credentials has learnt the id of the cashier. */
const scopeKept = ({ provider_scope }: RegisterRow): string | null =>
  provider_scope !== null && namesCashierById(provider_scope) ? provider_scope : null

/** Another request changed the credentials since the provider was asked. */
export const isStale = (app: Pick<App, 'encryption_keys'>, register: RegisterRow, judged: JudgedCredentials): boolean =>
  !areSame(presentOf(app, register), judged.present)

const receipts: Forms = { one: 'чек', few: 'чеки', many: 'чеків', other: 'чека' }

const why: Record<Exclude<CredentialsVerdict, 'same' | 'replaces'>, string> = {
  other: 'За новими даними Checkbox бачить іншу касу чи іншого касира, а цих чеків там не видно.',
  refused: 'Checkbox не прийняв нових даних, тож не відомо, чи це та сама каса й той самий касир.',
  unanswered: 'Checkbox не сказав, чи це та сама каса й той самий касир: повторіть, щойно він відповість.',
}

/** With credentials that do not see them, nothing could be learnt of the receipts any more. */
export function refuseOtherScope(unsettled: UnsettledReceipts, verdict: CredentialsVerdict, isConfirmed = false): void {
  if (verdict === 'same' || (verdict === 'replaces' && isConfirmed)) return
  const { count, number, ttn } = unsettled
  const named = `чек замовлення №\u00a0${number}${ttn === null ? '' : ` (ТТН ${ttn})`}`
  const params = { receipts: pluralize(count, receipts), named }
  if (verdict === 'replaces') throw new AppError('register.other_cashier', params)
  throw new AppError('register.has_unsettled_receipts', { ...params, why: why[verdict] })
}
