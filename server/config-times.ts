import { z } from 'zod'
import { parseJson } from './platform/parse-json.ts'

/** How long a create may take, in milliseconds; `receipts.md` says why each is what it is. */
export type ReceiptTimes = ReturnType<typeof toReceiptTimes>

/** In seconds: how often each tick runs, and the shortest time before the same parcel or receipt is asked about again. */
export type WorkerIntervals = z.infer<typeof Intervals>

const seconds = z.number().min(1).max(86_400)
const Intervals = z.strictObject({
  track: seconds.default(600),
  poll_receipts: seconds.default(60),
  reconcile: seconds.default(15),
  sweep: seconds.default(3_600),
})

/** JSON in a variable; `why` tells of the field that is wrong, '' of the whole. */
const jsonOf = <Schema extends z.ZodType>(schema: Schema, why: (path: string) => string) =>
  z.string().transform((text, context) => {
    const parsed = schema.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    const message = why(parsed.error.issues[0]?.path.join('.') ?? '')
    context.addIssue({ code: 'custom', message, params: { told: true } })
    return z.NEVER
  })

export const IntervalsText = jsonOf(Intervals, (path) =>
  path === '' ? 'це не JSON з відомими назвами' : `${path}: потрібне число секунд від 1 до 86400`,
)

/** In seconds, as people write them. */
const Times = z
  .strictObject({
    call_deadline: seconds.default(30),
    permit_window: seconds.default(5),
    effect_window: z.number().min(0).max(86_400).default(600),
    /**
     * Longer than permit and deadline together, and no longer than needed: what a dead process sent is looked up only
     * after it.
     */
    lease: seconds.default(36),
    heartbeat: seconds.default(12),
    attention: seconds.default(1_200),
    /**
     * Checkbox makes a receipt fiscal within minutes of the payment; how long it may take before a person is shown it.
     */
    paid_unfiscal: seconds.default(10_800),
    /**
     * How long a receipt may wait to be sent, be in doubt, or be fiscal without its code before it is an alarm; an
     * advance is fiscal within seconds, so the same holds for one that is not.
     */
    stuck: seconds.default(900),
    /** From one create of a register to its next: Checkbox bears about one a second, and a 429 leaves a receipt in doubt. */
    create_every: z.number().min(0).max(60).default(1),
  })
  .refine(({ lease, permit_window, call_deadline }) => lease > permit_window + call_deadline)

export const TimesText = jsonOf(Times, (path) =>
  path === '' ? 'lease має бути більшим за permit_window + call_deadline' : `${path}: потрібне число секунд`,
)

export const toReceiptTimes = (times: z.infer<typeof Times>) => ({
  call_deadline_ms: times.call_deadline * 1000,
  permit_window_ms: times.permit_window * 1000,
  effect_window_ms: times.effect_window * 1000,
  lease_ms: times.lease * 1000,
  heartbeat_ms: times.heartbeat * 1000,
  attention_ms: times.attention * 1000,
  paid_unfiscal_ms: times.paid_unfiscal * 1000,
  stuck_ms: times.stuck * 1000,
  create_every_ms: times.create_every * 1000,
})
