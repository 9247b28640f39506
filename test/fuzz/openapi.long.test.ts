import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import { addRegister } from '#/server/cash-registers/changing/add-register.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { markMode } from '#/server/status/mode-store.ts'
import { howOften } from '../support/how-often.ts'
import { aCrmOrder } from '../support/orders.ts'
import { aRegister } from '../support/registers.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp } from '../support/test-app.ts'
import { compileSchemas } from './document-schemas.ts'
import { groundForFactors } from './factors-ground.ts'
import { openFuzz } from './fuzz.ts'
import { groundForMoney } from './money-ground.ts'
import { operationsOf, readDocument } from './operations.ts'
import { groundForReceipts } from './receipts-ground.ts'
import { plans } from './requests.ts'

/**
 * Requests made from the description the running service gives of itself, so an operation added later is fuzzed without
 * a change here. The seed is fixed: a red run means that the change at hand broke something. To look further:
 * `FUZZ_SEED=$RANDOM FUZZ_RUNS=2000 npm test -- fuzz`.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_309)
/** Shared by all operations, so that the run stays short however many there will be, but for a few that each must have. */
const requestsInAll = howOften({ usually: 600, long: 4_000 })
const leastOfEach = howOften({ usually: 12, long: 60 })
const minutes = 60_000

const crm = new ScriptedCrm()
crm.put(...Array.from({ length: 400 }, () => aCrmOrder()))
const started = await startTestApp({ crm, web: { limits: { anonymous_per_address: 1e9, writes_per_user: 1e9 } } })
afterAll(() => started.close())
// Passkeys are known only under a name.
const kasyr = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
// Its registers are those of the stub, whose receipts count only in a demo.
await markMode(kasyr.db, 'demo')
await syncOrders(kasyr.app)
await addRegister(kasyr.app, { ...theSystem, password_age_seconds: 0 }, aRegister())
const document = await readDocument(kasyr)
const operations = operationsOf(document)
const numRuns = Number(process.env['FUZZ_RUNS'] ?? Math.max(leastOfEach, Math.round(requestsInAll / operations.length)))
const [receipts, factors, money] = [groundForReceipts(kasyr, crm), groundForFactors(kasyr), groundForMoney(kasyr)]
const fuzz = await openFuzz(kasyr, operations, compileSchemas(document), async (operation, plan, actor) => ({
  ...(await receipts(operation, plan)),
  ...(await factors(operation, actor)),
  ...(await money(operation)),
}))

/**
 * A form with a file, a period whose end must not be before its beginning, and a password with exactly one of two proofs beside it are
 * hardly ever right by chance, as are the TTN that the CRM has beside another one, the TTN that an order had before, and the amount,
 * label and version of an advance; scenarios send them (money-payouts, reports, own-account, attack/factor-shown, orders-other-crm,
 * orders-ttn-differs, orders-sale-left, receipts-sending-prepayment).
 */
const rarelyRight: ReadonlySet<string> = new Set([
  'POST /api/v1/crm/decision',
  'POST /api/v1/orders/{id}/keep-ttn',
  'POST /api/v1/orders/{id}/left-sale',
  'POST /api/v1/receipts/prepayment',
  'POST /api/v1/money/registers',
  'GET /api/v1/reports/rows',
  'POST /api/v1/auth/password',
  'POST /api/v1/auth/reauth',
  'DELETE /api/v1/auth/second-factor',
  'POST /api/v1/auth/second-factor/recovery-codes',
  'DELETE /api/v1/auth/passkeys/{id}',
])

describe(`whatever is sent (seed ${seed}, ${numRuns} requests an operation)`, () => {
  test.each(operations)(
    '$method $path answers as described, changes nothing it refuses and lets the right ones in',
    async (operation) => {
      const seen = new Set<number>()
      const property = fc.asyncProperty(plans(document, operation), async (plan) => {
        const { status, complaints } = await fuzz.run(operation, plan)
        seen.add(status)
        expect(complaints).toEqual([])
      })
      await fc.assert(property, { seed, numRuns })
      const hasComeIn = [...seen].some((status) => status < 300)
      expect(hasComeIn || rarelyRight.has(`${operation.method} ${operation.path}`), 'the fuzz never got in').toBe(true)
    },
    60 * minutes,
  )

  test('the audit log is whole after all of it', async () => {
    expect(await verifyAudit(kasyr.app)).toMatchObject({ ok: true, first_bad: null })
  })
})

test.each(Object.entries(document.paths))('%s names its methods to whoever uses another', async (path, methods) => {
  const declared = Object.keys(methods).map((method) => method.toUpperCase())
  const allowed = [...declared, ...(declared.includes('GET') ? ['HEAD'] : [])].toSorted()
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((one) => !allowed.includes(one))
  for (const method of others) {
    const answer = await fetch(`${kasyr.url}${path.replaceAll(/\{\w+\}/g, 'x')}`, { method })
    expect(answer.status, method).toBe(405)
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    // The answer to HEAD has no body to look at.
    const text = method === 'HEAD' ? '"code":"request.method_not_allowed"' : await answer.text()
    expect(text).toContain(`"code":"${'request.method_not_allowed' satisfies ErrorCode}"`)
  }
})
