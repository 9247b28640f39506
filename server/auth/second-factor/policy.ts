import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { App } from '#/server/context.ts'

/** Whom the service obliges to have a second factor. In demo mode nobody: there is nothing to protect. */
export const policyInForce = ({ config }: Pick<App, 'config'>): SecondFactorPolicy =>
  config.crm === null ? 'optional' : config.second_factor
