import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'

/** Whom the service obliges to have a second factor. In demo mode no user: there is nothing to protect. */
export const policyInForce = ({ config, mode }: Pick<App, 'config' | 'mode'>): SecondFactorPolicy =>
  mode === 'demo' ? 'optional' : config.second_factor
