import type { CarrierFailureKind } from './carrier-client.ts'

/**
 * What the carrier complains of: `number` (that is no TTN), `absence` (it has no such parcel), `language` (it does not know
 * ours), or a failure of the call itself.
 */
export type Complaint =
  | Exclude<CarrierFailureKind, 'unreachable' | 'timeout' | 'no_records'>
  | 'number'
  | 'absence'
  | 'language'

/**
 * The carrier's dictionary (Common.getMessageCodeText), the strongest first: with a bad key nothing else matters. Texts count
 * too, because `errorCodes` may be empty and the wording of one code differs.
 */
const complaints: readonly (readonly [Complaint, RegExp, readonly string[]])[] = [
  [
    'key_rejected',
    /api ?key|api auth/i,
    [
      ...['20000200068', '20000200069', '20000401359', '20000101963', '20000201204', '20000102694'],
      ...['20000401355', '20000401358', '20000401360', '20000401361', '20000401362', '20000101964', '20002503870'],
    ],
  ],
  ['daily_limit', /daily requests? limit/i, ['20000501331']],
  ['rate_limited', /too? many requests/i, ['20000401501']],
  [
    'unavailable',
    /service unavailable|external service failure|try (again )?later/i,
    ['20000100016', '20000500608', '20001400980', '20000203330', '20000200804', '20000201961'],
  ],
  [
    'number',
    /document ?number.{0,10}(incorrect|empty|invalid format|not correct)|(invalid|wrong format of the) document ?number/i,
    [
      ...['20001401442', '20001401158', '20001402465', '20001402806', '20000200157', '20000200158', '20000202391'],
      // «Document must be integer», «wrong format of the Document»
      ...['20001401156', '20001401157'],
    ],
  ],
  ['absence', /documents? (data )?not found|no documents? data found/i, ['20001402805', '20000200161']],
  ['language', /language is not valid/i, ['30001401723']],
]

/** An unknown error is a bad answer. */
export function classifyError(errors: readonly string[], codes: readonly string[]): Complaint {
  const known = complaints.find(
    ([, text, numbers]) =>
      [...codes, ...errors].some((code) => numbers.includes(code)) || errors.some((error) => text.test(error)),
  )
  return known?.[0] ?? 'bad_answer'
}

/** `Invalid DocumentNumber: 445` among the warnings names what the error is about. */
export const namesBadNumber = (warning: string, ttn: string): boolean =>
  /invalid document ?number|document ?number is (not correct|incorrect|invalid)/i.test(warning) &&
  new RegExp(`(?<!\\d)${ttn}(?!\\d)`).test(warning)
