import { AppError } from '#/contract/errors.ts'
import { pluralize, type Forms } from '#/contract/plurals.ts'
import type { App } from '#/server/app.ts'
import { realMs } from '#/server/platform/clock.ts'
import { compareCredentials, scopeOf, type CredentialsVerdict } from '../health/rules.ts'
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

/** Two such questions and the check after saving stay within what a person waits for. */
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
  const [scope, found] = await Promise.all([
    register.provider_scope ?? askScope(app, present),
    askProvider(app, after(present, given)),
  ])
  const verdict = found === null ? 'unanswered' : compareCredentials({ scope, is_test: register.is_test }, found)
  return { present, verdict }
}

async function askProvider({ fiscal, clock }: Pick<App, 'fiscal' | 'clock'>, { license_key, pin }: Credentials) {
  if (license_key === null || pin === null) return null
  return fiscal.checkCredentials({ license_key, pin }, AbortSignal.timeout(realMs(clock, longestQuestionMs)))
}

/** For a register that has never been checked to the end under its present credentials. */
async function askScope(app: Pick<App, 'fiscal' | 'clock'>, present: Credentials): Promise<string | null> {
  const found = await askProvider(app, present)
  return found?.ok ? scopeOf(found.info) : null
}

/** Another request changed the credentials since the provider was asked. */
export const isStale = (app: Pick<App, 'encryption_keys'>, register: RegisterRow, judged: JudgedCredentials): boolean =>
  !areSame(presentOf(app, register), judged.present)

const receipts: Forms = { one: 'чек', few: 'чеки', many: 'чеків', other: 'чека' }

const why: Record<Exclude<CredentialsVerdict, 'same'>, string> = {
  other: 'За новими даними Checkbox бачить іншу касу чи іншого касира, а цих чеків там не видно.',
  refused: 'Checkbox не прийняв нових даних, тож не відомо, чи це та сама каса й той самий касир.',
  unanswered: 'Checkbox не сказав, чи це та сама каса й той самий касир: повторіть, щойно він відповість.',
}

/** With credentials that do not see them, the receipts would be taken for gone, and made a second time. */
export function refuseOtherScope(unsettled: UnsettledReceipts, verdict: CredentialsVerdict): void {
  if (verdict === 'same') return
  const { count, number, ttn } = unsettled
  const named = `чек замовлення №\u00a0${number}${ttn === null ? '' : ` (ТТН ${ttn})`}`
  throw new AppError('register.has_unsettled_receipts', {
    receipts: pluralize(count, receipts),
    named,
    why: why[verdict],
  })
}
