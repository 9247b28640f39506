import type { App } from '#/server/app.ts'

export type TrackingApp = Pick<App, 'db' | 'carrier' | 'clock' | 'log' | 'config' | 'encryption_keys'>

export interface TrackingReport {
  /** Parcels the carrier gave an answer about. */
  answered: number
  changed: number
  /** Registers whose key the carrier did not answer to, by name. */
  troubled: string[]
}
