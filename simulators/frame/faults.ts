import { z } from 'zod'

const longestMs = 24 * 60 * 60 * 1000
const ms = z.int().min(0).max(longestMs)
const intervalMs = z.int().min(1).max(longestMs)
const bytes = z
  .int()
  .min(1)
  .max(4 * 1024 ** 3)
/** Whether the operation is carried out although the client gets another answer. */
const effect = z.boolean().default(false)
const body = z.unknown().default({ message: 'simulated' })

/** These happen to a connection, before the operation is known, so they are armed for `*` only. */
const connectionFaults = [
  z
    .strictObject({ kind: z.literal('listener_closed'), for_ms: z.int().min(1).max(600_000) })
    .describe('the port is closed at once and opened again after for_ms, so connecting is refused'),
  z.strictObject({ kind: z.literal('connection_destroyed') }).describe('a new connection is reset as soon as accepted'),
] as const

/** Something else is answered in place of the operation's own answer. */
const replacedAnswers = [
  z.strictObject({ kind: z.literal('null_body'), effect }).describe('200 with the JSON body null'),
  z
    .strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200), effect })
    .describe('an HTML page with status (200 by default; 403 is what a protecting proxy answers)'),
  z
    .strictObject({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      body,
      headers: z.record(z.string(), z.string()).default({}),
      effect,
    })
    .describe('the given status with the given JSON body; 200 with an error body is told this way too'),
  z.strictObject({ kind: z.literal('no_content'), effect }).describe('204 without a body'),
  z
    .strictObject({
      kind: z.literal('redirect'),
      status: z.literal([301, 302, 303, 307, 308]).default(301),
      location: z.string(),
      effect,
    })
    .describe('a redirect to location'),
  z
    .strictObject({
      kind: z.literal('too_many_requests'),
      retry_after: z.union([z.int().min(0), z.string()]).optional(),
      body,
    })
    .describe('429, with Retry-After (seconds or a date) when given; no effect'),
  z.strictObject({ kind: z.literal('unauthorized'), body }).describe('401; once, as times is 1 by default; no effect'),
  z.strictObject({ kind: z.literal('junk'), effect }).describe('200 with the first half of a JSON, correct as HTTP'),
  z
    .strictObject({ kind: z.literal('huge_body'), bytes: bytes.default(10 * 1024 ** 2), effect })
    .describe('200 with a valid JSON of so many bytes (10 MB by default)'),
  z
    .strictObject({ kind: z.literal('gzip_bomb'), unpacked_bytes: bytes.default(1024 ** 3), effect })
    .describe('200 with a small gzip body that unpacks to so many bytes (1 GB by default)'),
] as const

/** The effect happens and the true answer sets out, but does not travel well. */
const brokenAnswers = [
  z
    .strictObject({ kind: z.literal('slow_headers'), interval_ms: intervalMs })
    .describe('status line and headers come one byte per interval, then the body at once'),
  z
    .strictObject({ kind: z.literal('slow_body'), interval_ms: intervalMs })
    .describe('headers come at once, the body one byte per interval'),
  z
    .strictObject({ kind: z.literal('truncated_body') })
    .describe('the connection is closed politely after half of the body'),
  z
    .strictObject({ kind: z.literal('wrong_content_length'), by: z.int().refine((by) => by !== 0, 'must not be 0') })
    .describe('Content-Length is off by so much; when too long, the connection stays open and the rest never comes'),
  z
    .strictObject({ kind: z.literal('duplicate_answer') })
    .describe('the same answer twice on one connection; one effect'),
] as const

/** The effect and the answer come apart: one is lost, late or doubled. */
const brokenMoments = [
  z
    .strictObject({ kind: z.literal('reset_before_answer'), effect })
    .describe('the request is read, then the connection is reset without one byte of answer'),
  z
    .strictObject({ kind: z.literal('reset_mid_answer'), part: z.enum(['head', 'body']).default('body'), effect })
    .describe('the connection is reset in the middle of the head or of the body of the answer'),
  z
    .strictObject({
      kind: z.literal('hang'),
      effect: z.enum(['before', 'after', 'never']).default('after'),
      for_ms: ms.optional(),
    })
    .describe(
      'no answer until released or for_ms passed; the effect comes before that, after it (client there or not), or never',
    ),
  z
    .strictObject({ kind: z.literal('duplicate_effect') })
    .describe('the effect happens twice, the first answer is sent'),
  z
    .strictObject({
      kind: z.literal('late_effect'),
      delay_ms: ms,
      meanwhile: z.enum(['reset', 'gateway_timeout', 'hang']).default('reset'),
    })
    .describe(
      'the effect happens delay_ms later by the world clock; meanwhile a reset, a 504 page, or silence until then',
    ),
  z
    .strictObject({ kind: z.literal('latency'), ms })
    .describe('so much waiting before the effect; the only fault that comes on top of another one'),
] as const

export const Fault = z.discriminatedUnion('kind', [
  ...connectionFaults,
  ...replacedAnswers,
  ...brokenAnswers,
  ...brokenMoments,
])
export type Fault = z.output<typeof Fault>

export const ConnectionFault = z.discriminatedUnion('kind', connectionFaults)
export type ConnectionFault = z.output<typeof ConnectionFault>
export type ReplacedAnswer = z.output<(typeof replacedAnswers)[number]>

/** Every kind with its sentence, for the control API and the README. */
export const faultKinds: Record<string, string> = Object.fromEntries(
  Fault.options.map((option) => [option.shape.kind.value, option.description ?? '']),
)

export const Arming = z.strictObject({
  operation: z.string().describe('the name of an operation, or * for any call'),
  fault: Fault,
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
  after: z.int().min(0).default(0).describe('leave so many calls alone first'),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe('the share of calls hit; decided by the seed and the number of the call'),
  seed: z.int().optional(),
})
export type Arming = z.output<typeof Arming>
export type ArmingInput = z.input<typeof Arming>
