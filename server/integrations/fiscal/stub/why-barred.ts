import { badLicenseKey, badPin, toUnanswered } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'

/** Which keys and PINs the stub takes for good. */
export function whyBarred({ license_key, pin }: RegisterCredentials, signal?: AbortSignal): FiscalFailure | null {
  if (signal?.aborted) return toUnanswered('cancelled')
  if (license_key.startsWith('bad')) return badLicenseKey
  return pin === '0000' ? badPin : null
}
