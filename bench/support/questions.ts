import { toCursor } from '#/server/platform/cursor.ts'
import type { Landmarks } from './fill-floor.ts'
import { floorCursor } from './floor-json.ts'
import type { Asked } from './keep-alive.ts'
import { commonWord, surnamesOf } from './shop.ts'

export type Side = 'product' | 'floor'

export const questionNames = [
  'list',
  'last',
  'counts',
  'summary',
  'search',
  'common',
  'exact',
  'read',
  'update',
] as const

export interface Question {
  name: (typeof questionNames)[number]
  title: string
  /** The least share of the floor that is good enough; null: only printed. */
  goal: number | null
  /** How many are asked on one connection; on sixteen it is twice as many. */
  requests: number
  /** The question for the time `turn`. */
  ask(side: Side, turn: number): Asked
}

const orders = '/api/v1/orders'
const page = `${orders}?tab=no_receipt&limit=50`

/** The floor counts the hits of a search up to this many in a tab. */
const bound = 1_000

export const questionsAbout = ({ ids, before_last_page }: Landmarks, size: number): Question[] => [
  ...aboutPages(before_last_page),
  ...aboutSearches(surnamesOf(size, 8)),
  ...aboutOne((turn) => ids[(turn * 617) % ids.length] ?? ''),
]

function aboutPages({ ordered_at: at, id }: Landmarks['before_last_page']): Question[] {
  const cursor = { product: toCursor({ at, id }), floor: floorCursor(at, id) }
  return [
    { name: 'list', title: 'list, first page', goal: 0.7, requests: 300, ask: () => ({ path: page }) },
    {
      name: 'last',
      title: 'list, last page',
      goal: 0.7,
      requests: 300,
      ask: (side) => ({ path: `${page}&cursor=${cursor[side]}` }),
    },
    {
      name: 'counts',
      title: 'counts (a list of one order)',
      goal: 0.7,
      requests: 1_500,
      ask: () => ({ path: `${orders}?tab=no_receipt&limit=1` }),
    },
    { name: 'summary', title: 'summary', goal: 0.7, requests: 1_500, ask: () => ({ path: `${orders}/summary` }) },
  ]
}

function aboutSearches(names: readonly string[]): Question[] {
  const found = (side: Side, words: string | undefined, floorBound = `&bound=${bound}`) => ({
    path: `${page}&q=${encodeURIComponent(words ?? '')}${side === 'floor' ? floorBound : ''}`,
  })
  return [
    {
      name: 'search',
      title: 'search by name',
      goal: 0.7,
      requests: 120,
      ask: (side, turn) => found(side, names[turn % names.length]),
    },
    {
      name: 'common',
      title: 'search by a common word',
      goal: 0.5,
      requests: 24,
      ask: (side) => found(side, commonWord),
    },
    {
      name: 'exact',
      title: '… a floor that counts all hits',
      goal: null,
      requests: 24,
      ask: (side) => found(side, commonWord, ''),
    },
  ]
}

const aboutOne = (idAt: (turn: number) => string): Question[] => [
  {
    name: 'read',
    title: 'read one',
    goal: 0.6,
    requests: 1_500,
    ask: (_, turn) => ({ path: `${orders}/${idAt(turn)}` }),
  },
  {
    name: 'update',
    title: 'update one, with audit',
    goal: 0.35,
    requests: 250,
    ask: (_, turn) => ({ path: `${orders}/${idAt(turn)}`, method: 'PATCH', body: { notes: `Примітка ${turn}` } }),
  },
]
