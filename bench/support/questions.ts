import { tabs } from '#/contract/tabs.ts'
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
  'bounded',
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

export const questionsAbout = ({ ids, before_last_pages }: Landmarks, size: number): Question[] => [
  ...aboutPages(before_last_pages),
  ...aboutSearches(surnamesOf(size, 8)),
  ...aboutOne((turn) => ids[(turn * 617) % ids.length] ?? ''),
]

const turnOf = <Item>(items: readonly Item[], turn: number): Item | undefined => items[turn % items.length]

function aboutPages(places: Landmarks['before_last_pages']): Question[] {
  const cursors = places.map(({ ordered_at: at, id }) => ({
    product: toCursor({ at, id }),
    floor: floorCursor(at, id),
  }))
  const cursor = (side: Side, turn: number) => turnOf(cursors, turn)?.[side]
  return [
    {
      name: 'list',
      title: 'list, first page of a tab',
      goal: 0.6,
      requests: 300,
      ask: (_, turn) => ({ path: `${orders}?tab=${turnOf(tabs, turn)}&limit=50` }),
    },
    {
      name: 'last',
      title: 'list, last pages',
      goal: 0.6,
      requests: 300,
      ask: (side, turn) => ({ path: `${page}&cursor=${cursor(side, turn)}` }),
    },
    {
      name: 'counts',
      title: 'counts (a list of one order)',
      goal: 0.5,
      requests: 1_500,
      ask: (side, turn) => ({ path: `${orders}?tab=no_receipt&limit=1&cursor=${cursor(side, turn)}` }),
    },
    { name: 'summary', title: 'summary', goal: 0.5, requests: 1_500, ask: () => ({ path: `${orders}/summary` }) },
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
      ask: (side, turn) => found(side, turnOf(names, turn)),
    },
    {
      name: 'common',
      title: 'search by a common word',
      goal: 0.7,
      requests: 24,
      ask: (side) => found(side, commonWord, ''),
    },
    {
      name: 'bounded',
      title: '… a floor that counts up to 1,000 in a tab',
      goal: null,
      requests: 24,
      ask: (side) => found(side, commonWord),
    },
  ]
}

const aboutOne = (idAt: (turn: number) => string): Question[] => [
  {
    name: 'read',
    title: 'read one',
    goal: 0.5,
    requests: 1_500,
    ask: (_, turn) => ({ path: `${orders}/${idAt(turn)}` }),
  },
  {
    name: 'update',
    title: 'update one, with audit',
    goal: 0.15,
    requests: 250,
    ask: (_, turn) => ({ path: `${orders}/${idAt(turn)}`, method: 'PATCH', body: { notes: `Примітка ${turn}` } }),
  },
]
