import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import type { Http } from '../http.ts'
import { mayReadMetrics, type MetricsAccess } from './metrics-access.ts'

export interface HealthSources {
  /** Throws when the service cannot do its work. */
  ready(): Promise<void>
  job_depths(): Promise<{ name: string; queued: number; active: number; dead: number }[]>
  gauges?: readonly NamedGauge[]
  metrics: MetricsAccess
}

/** A number of another part of the service, shown among these; with a label, one number for each of its values. */
export type NamedGauge = { name: string; help: string } & (
  | { label: string; read(): Promise<Record<string, number>> }
  | { label?: never; read(): Promise<number> }
)

/** Called by machines that know us under a name of their own, and by more of them than any limit foresees. */
const config = { permission: 'public', any_host: true, uncounted: true } as const
/** Tells callers their own address, as we see it. */
export const callerAddressHeader = 'x-caller-address'
const open = { tags: ['Служба'], security: [], 'x-permission': 'public' }
const Status = z.strictObject({ status: z.string() })

/** For the machine that watches over us: alive, able to work, and the numbers. */
export function watchHealth(http: Http, { ready, job_depths, gauges = [], metrics }: HealthSources): void {
  const readyLately = sharedFor(readyForMs, ready)
  let draining = false
  http.addHook('preClose', async () => {
    draining = true
  })
  http.get(
    '/healthz',
    { config, schema: { ...open, operationId: 'healthz', summary: 'Чи живий процес', response: { 200: Status } } },
    async (request, reply) => {
      // For `kasyr doctor`, which asks through the proxy: whom do we take the caller for?
      void reply.header(callerAddressHeader, request.ip)
      return { status: 'ok' }
    },
  )
  http.get(
    '/readyz',
    {
      config,
      schema: {
        ...open,
        operationId: 'readyz',
        summary: 'Чи готовий приймати запити',
        response: { 200: Status, 503: Status },
      },
    },
    async (request, reply) => {
      if (draining) return reply.code(503).send({ status: 'draining' })
      try {
        await readyLately()
        return { status: 'ready' }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        return reply.code(503).send({ status: 'unavailable' })
      }
    },
  )

  const registry = measure(http, job_depths)
  for (const gauge of gauges) show(registry, gauge)
  http.get('/metrics', { config: { permission: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metrics)) throw new AppError('request.not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** These requests are not limited, so that monitoring always gets an answer; they share one question to the database. */
const readyForMs = 1_000

/** Requests while it runs, and so long after it, get one answer. */
function sharedFor(ms: number, ask: () => Promise<void>): () => Promise<void> {
  let answer: Promise<void> | null = null
  const forget = () => void setTimeout(() => (answer = null), ms).unref()
  return () => {
    if (answer === null) {
      answer = ask()
      answer.then(forget, forget)
    }
    return answer
  }
}

function measure(http: Http, jobDepths: HealthSources['job_depths']): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'kasyr_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  const jobs = new Gauge({
    name: 'kasyr_jobs',
    help: 'Background jobs by state',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      for (const { name, queued, active, dead } of await jobDepths()) {
        jobs.set({ job: name, state: 'queued' }, queued)
        jobs.set({ job: name, state: 'active' }, active)
        jobs.set({ job: name, state: 'dead' }, dead)
      }
    },
  })
  return registry
}

function show(registry: Registry, named: NamedGauge): void {
  const { name, help, label } = named
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect(): Promise<void> {
      if (named.label === undefined) gauge.set(await named.read())
      else for (const [value, number] of Object.entries(await named.read())) gauge.set({ [named.label]: value }, number)
    },
  })
}
