import { describe, expect, test } from 'vitest'
import { importDirection } from './import-direction.ts'

const importing = (path: string, statement: string) => importDirection([{ path, text: statement }])

describe('imports that point to the right are allowed', () => {
  test.each([
    ['server/main.ts', "import { runCommandLine } from './cli/command-line.ts'"],
    ['server/cli/serve.ts', "import { startService } from '../service.ts'"],
    ['server/service.ts', "import { background } from './worker.ts'"],
    ['server/worker.ts', "import type { App } from './context.ts'"],
    ['server/context.ts', "import { createTokens } from './auth/tokens.ts'"],
    ['server/receipts/create-receipt.ts', "import { findOrder } from '#/server/orders/order/store.ts'"],
    ['server/receipts/routes.ts', "import { createReceipt } from './creating/create-receipt.ts'"],
    ['server/receipts/sending/claim.ts', "import { decide } from '../machine/machine.ts'"],
    ['server/receipts/lookup/poll.ts', "import { applyFinding } from './apply-finding.ts'"],
    ['server/users/create-user.ts', "import type { App } from '#/server/context.ts'"],
    ['server/auth/store.ts', "import { hashOf } from './tokens.ts'"],
    ['server/config.ts', "import { parseKeyring } from './platform/keyring.ts'"],
    ['server/platform/cursor.ts', "import { AppError } from '#/contract/errors.ts'"],
    ['dashboard/pages/orders/x.tsx', "import { roles } from '#/contract/permissions.ts'"],
    ['dashboard/pages/orders/x.tsx', "import { Ttn } from '../order-parts/Ttn.tsx'"],
    ['dashboard/shell/x.tsx', "import { BulkDock } from '../pages/bulk/BulkDock.tsx'"],
    ['dashboard/routes.tsx', "const page = () => import('./pages/users/UsersPage.tsx')"],
    ['dashboard/store/x.ts', "import { client } from '../api/client.ts'"],
    ['simulators/crm/crm.ts', "import { simulator } from '../frame/simulator.ts'"],
    ['server/auth/passwords.test.ts', "import { startTestApp } from '#/test/support/test-app.ts'"],
    ['test/scenarios/a.test.ts', "import { createUser } from '#/server/users/create-user.ts'"],
    ['server/platform/migrate.ts', 'await import(`${folder}/${name}`)'],
    ['server/auth/passwords.ts', "await import('@zxcvbn-ts/core')"],
  ])('%s: %s', (path, statement) => {
    expect(importing(path, statement)).toEqual([])
  })
})

describe('imports that point anywhere else are found', () => {
  test.each([
    ['server/auth/x.ts', "import { findUser } from '#/server/users/store.ts'", 'server/users/store.ts'],
    ['server/audit/x.ts', "import type { User } from '../users/store.ts'", 'server/users/store.ts'],
    ['server/orders/x.ts', "export { a } from '../receipts/store.ts'", 'server/receipts/store.ts'],
    ['server/orders/x.ts', "export * from '../receipts/store.ts'", 'server/receipts/store.ts'],
    ['server/orders/x.ts', "const { a } = await import('../receipts/store.ts')", 'server/receipts/store.ts'],
    ['server/orders/x.ts', "let a: import('../receipts/store.ts').Row", 'server/receipts/store.ts'],
    ['server/receipts/machine/x.ts', "import { poll } from '../lookup/poll.ts'", 'server/receipts/lookup/poll.ts'],
    ['server/receipts/sending/x.ts', "import { a } from '../creating/a.ts'", 'server/receipts/creating/a.ts'],
    ['server/receipts/lookup/x.ts', "import { a } from '../routes.ts'", 'server/receipts/routes.ts'],
    ['server/receipts/x.ts', "import { a } from './unheard-of/a.ts'", 'server/receipts/unheard-of/a.ts'],
    ['server/auth/x.ts', "import { startContext } from '#/server/context.ts'", 'server/context.ts'],
    ['server/auth/x.ts', "import { type App } from '#/server/context.ts'", 'server/context.ts'],
    ['server/auth/x.ts', "import { readConfig } from '#/server/config.ts'", 'server/config.ts'],
    ['server/platform/x.ts', "import type { App } from '#/server/context.ts'", 'server/context.ts'],
    ['server/integrations/crm/x.ts', "import type { App } from '#/server/context.ts'", 'server/context.ts'],
    ['server/context.ts', "import { createWeb } from './http.ts'", 'server/http.ts'],
    ['server/http.ts', "import { background } from './worker.ts'", 'server/worker.ts'],
    ['server/service.ts', "import { serve } from './cli/serve.ts'", 'server/cli/serve.ts'],
    ['server/platform/x.ts', "import { macOf } from '../audit/chain/entry.ts'", 'server/audit/chain/entry.ts'],
    ['contract/x.ts', "import { newId } from '#/server/platform/random.ts'", 'server/platform/random.ts'],
    ['dashboard/main.tsx', "import type { App } from '#/server/context.ts'", 'server/context.ts'],
    ['dashboard/ui/x.tsx', "import { a } from '../keyboard/shortcuts.ts'", 'dashboard/keyboard/shortcuts.ts'],
    ['dashboard/api/x.ts', "import type { A } from '../store/orders.ts'", 'dashboard/store/orders.ts'],
    ['dashboard/pages/users/x.tsx', "import { A } from '../../shell/Banner.tsx'", 'dashboard/shell/Banner.tsx'],
    ['dashboard/pages/receipt/x.tsx', "import { A } from '../order/A.tsx'", 'dashboard/pages/order/A.tsx'],
    ['dashboard/pages/users/x.tsx', "import { A } from '../audit/A.tsx'", 'dashboard/pages/audit/A.tsx'],
    ['server/auth/x.ts', "import { a } from '#/dashboard/main.tsx'", 'dashboard/main.tsx'],
    ['simulators/x.ts', "import { errors } from '#/contract/errors.ts'", 'contract/errors.ts'],
    ['server/migrations/0001_x.ts', "import { roles } from '#/contract/permissions.ts'", 'contract/permissions.ts'],
    ['server/platform/x.ts', "import { a } from '#/server/migrations/0001_x.ts'", 'server/migrations/0001_x.ts'],
    ['server/auth/x.ts', "import { a } from '#/test/support/people.ts'", 'test/support/people.ts'],
    ['server/auth/x.ts', "import { a } from '#/dashboard/words/format.ts'", 'dashboard/words/format.ts'],
  ])('%s: %s', (path, statement, target) => {
    expect(importing(path, `// first line\n${statement}`)).toEqual([`${path}:2 must not import ${target}`])
  })

  test('an import whose target is computed', () => {
    expect(importing('server/auth/x.ts', 'await import(name)')).toEqual(['server/auth/x.ts:1 computes what it imports'])
  })
})

test.each(['server/billing/store.ts', 'server/helper.ts', 'dashboard/helper.ts', 'tools/x.ts'])(
  '%s has no place in the line yet',
  (path) => {
    expect(importing(path, '')).toEqual([
      `${path} stands in no known place: give it one in test/house/import-direction.ts`,
    ])
  },
)
