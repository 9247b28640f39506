import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister, type CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import type { App } from '#/server/app.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'

/** Checks the register after the provider refused its credentials: the check marks it, and all receipts that wait there say why. */
export async function checkAfterRefusal(
  app: CheckApp & Pick<App, 'log'>,
  registerId: string,
  { kind }: FiscalFailure,
): Promise<void> {
  if (kind !== 'bad_pin' && kind !== 'bad_license_key') return
  await checkRegister(app, theSystem, registerId).catch((error: unknown) =>
    app.log.warn({ err: error, cash_register_id: registerId }, 'a cash register was not checked again'),
  )
}
