import type { Piece, Told } from './audit-pieces.ts'

export type Details = Record<string, unknown>

export interface Words {
  /** For the filter. */
  name: string
  /** In pieces where it has links inside. */
  sentence: (details: Details, entry: Told) => string | readonly Piece[]
}

export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
export const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])

export const rows = { one: 'рядок', few: 'рядки', many: 'рядків', other: 'рядка' }
