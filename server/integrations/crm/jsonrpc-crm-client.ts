import type { Clock } from '#/server/platform/clock.ts'
import { startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createCallLoop, wentWell, type Judgement } from '#/server/platform/outbound/call-loop.ts'
import { callOutside } from '#/server/platform/outbound/outbound-http.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { isSick, untilAndWhy } from '../outage.ts'
import { withoutSecrets } from '../redact.ts'
import { toCancelledStatuses } from './cancelled-statuses.ts'
import type { CrmClient, PageOutcome, PageRequest } from './crm-client.ts'
import { identityOf } from './crm-identity.ts'
import { defaultMapping, pagingOf, type CrmMapping } from './mapping.ts'
import { failed, toUnanswered } from './failure-words.ts'
import { readAnswer } from './read-answer.ts'
import { secretsOf } from './secrets-of.ts'
import { createSigner, type SignerName } from './signers.ts'
import type { Signed } from './signing.ts'
import { toRpc } from './wire.ts'

export interface JsonRpcCrmOptions {
  url: string
  key: string
  secret: string
  signer?: SignerName
  mapping?: CrmMapping
  clock: Clock
  /** Fresh on every try: the CRM refuses a nonce it has seen. */
  nonce?: () => string
  /** From 0 to 1, for the length of the wait before the second try. */
  random?: () => number
  timeoutMs?: number
  log?: Pick<Logger, 'warn'>
}

/** For both tries and the wait between them; a view waits for less and continues without the CRM. */
const defaultTimeoutMs = 8000
const maxBytes = 10 * 1024 ** 2
const attempts = 2
const longestBackoffMs = 300

export function createJsonRpcCrmClient(options: JsonRpcCrmOptions): CrmClient {
  const { key, secret, mapping = defaultMapping, clock, log, timeoutMs = defaultTimeoutMs } = options
  const { nonce: newNonce = () => randomSecret(16).toString('hex') } = options
  const url = new URL(options.url)
  const sign = createSigner(options.signer ?? 'timestamp-nonce-body', mapping.signing)
  const callWithCare = createCallLoop({ clock, log, name: 'CRM', longestBackoffMs, random: options.random })
  let lastId = 0

  const callOnce = async (request: PageRequest, leftMs: number, signal?: AbortSignal): Promise<PageOutcome> => {
    const rpc = toRpc(request, ++lastId, mapping)
    const [raw_body, nonce, now] = [JSON.stringify(rpc), newNonce(), clock.now()]
    const path = url.pathname + url.search
    const signed: Signed = sign({ method: 'POST', path, rpc, raw_body, now, nonce, key, secret })
    const body = Buffer.from(signed.rpc === undefined ? raw_body : JSON.stringify(signed.rpc), 'utf8')
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...signed.headers }
    const called = await callOutside({ method: 'POST', url, headers, body, timeoutMs: leftMs, maxBytes, signal })
    const outcome = called.ok
      ? readAnswer(called.answer, { id: rpc.id, mapping, now: clock.now() })
      : toUnanswered(called.failure.kind)
    if (outcome.ok) return outcome
    const { kind, detail } = outcome.failure
    return failed(kind, withoutSecrets(detail, secretsOf(signed, key, secret, nonce)))
  }

  return {
    kind: 'real',
    identity: identityOf(options),
    paging: pagingOf(mapping),
    cancelled_statuses: toCancelledStatuses(mapping.cancelled),
    listOrders: async (request, signal) => {
      const deadline = startDeadline(timeoutMs, signal)
      const once = () => callOnce(request, deadline.leftMs(), signal)
      const reached = await callWithCare({ line: '', attempts, operation: mapping.method, once, judge, deadline })
      if (reached.kind === 'called') return reached.outcome
      return failed('unavailable', `CRM кілька разів поспіль не відповіла, тому не питаємо її ${untilAndWhy(reached)}`)
    },
  }
}

const judge = (outcome: PageOutcome): Judgement => {
  if (outcome.ok) return wentWell
  const again = isSick(outcome.failure)
  const isIll = again || outcome.failure.kind === 'rate_limited'
  return { says: isIll ? 'ill' : 'well', again, trips: false, failure: outcome.failure }
}
