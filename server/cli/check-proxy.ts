import type { Config } from '../config.ts'
import { callerAddressHeader } from '../platform/http/health/health.ts'
import { isLoopback } from '../platform/http/edge/own-hosts.ts'

/** An address for documentation alone (RFC 5737): a request that claims it is forged. */
const madeUpAddress = '192.0.2.77'
const longestAnswerMs = 5_000

export interface Finding {
  what: string
  /** `advice`: it works, and could be safer. */
  ok: boolean | 'advice'
  detail: string
  remedy?: string
}

/** Calls the service through its public address with a false client address: the answer shows whether the proxy is believed. */
export async function checkProxy({ public_url }: Pick<Config, 'public_url'>): Promise<Finding[]> {
  if (public_url === null) return []
  const seen = await fetch(new URL('/healthz', public_url), {
    headers: { 'x-forwarded-for': madeUpAddress },
    redirect: 'error',
    signal: AbortSignal.timeout(longestAnswerMs),
  }).then(
    ({ headers }) => headers.get(callerAddressHeader),
    () => null,
  )
  return [{ what: 'Проксі', ...judge(seen) }]
}

const overwrite =
  'нехай проксі сам пише X-Forwarded-For, а не передає чужий: рядки для nginx, Caddy і HAProxy — у docs/operating.md'

function judge(seen: string | null): Omit<Finding, 'what'> {
  if (seen === null)
    return {
      ok: 'advice',
      detail: 'за KASYR_PUBLIC_URL із цієї машини Касир не відповів, тож не перевірено, чи видно йому адреси клієнтів',
      remedy: 'запустіть Касир і проксі й перевірте, чи відкривається ця адреса звідси',
    }
  if (seen === madeUpAddress)
    return {
      ok: false,
      detail:
        'клієнт може назватися будь-якою адресою: обмеження спроб входу його не стримають, а в журналі буде неправда',
      remedy: overwrite,
    }
  if (isLoopback(seen))
    return { ok: 'advice', detail: `усі клієнти за проксі можуть виглядати як один, ${seen}`, remedy: overwrite }
  return { ok: true, detail: `Касир бачить адреси клієнтів, цієї машини — ${seen}` }
}
