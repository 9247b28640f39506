import { toCursor } from '#/server/platform/cursor.ts'
import type { Landmarks } from './fill-floor.ts'
import { floorCursor } from './floor-answers.ts'
import type { Asked } from './keep-alive.ts'
import { commonWord, surnamesOf } from './shop.ts'

export type Side = 'product' | 'floor'

export interface Question {
  name: string
  title: string
  /** The least share of the floor that is good enough; null: only told. */
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

export function questionsAbout({ ids, before_last_page: { ordered_at: at, id } }: Landmarks, size: number): Question[] {
  const cursor = { product: toCursor({ at, id }), floor: floorCursor(at, id) }
  const names = surnamesOf(size, 8)
  const idAt = (turn: number) => ids[(turn * 617) % ids.length]
  const found = (side: Side, words: string | undefined, floorBound = `&bound=${bound}`) => ({
    path: `${page}&q=${encodeURIComponent(words ?? '')}${side === 'floor' ? floorBound : ''}`,
  })
  return [
    { name: 'list', title: 'list, first page', goal: 0.7, requests: 150, ask: () => ({ path: page }) },
    {
      name: 'last',
      title: 'list, last page',
      goal: 0.7,
      requests: 150,
      ask: (side) => ({ path: `${page}&cursor=${cursor[side]}` }),
    },
    {
      name: 'counts',
      title: 'counts (a list of one order)',
      goal: 0.7,
      requests: 400,
      ask: () => ({ path: `${orders}?tab=no_receipt&limit=1` }),
    },
    { name: 'summary', title: 'summary', goal: 0.7, requests: 400, ask: () => ({ path: `${orders}/summary` }) },
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
    {
      name: 'read',
      title: 'read one',
      goal: 0.6,
      requests: 500,
      ask: (_, turn) => ({ path: `${orders}/${idAt(turn)}` }),
    },
    {
      name: 'update',
      title: 'update one, with audit',
      goal: 0.35,
      requests: 250,
      ask: (_, turn) => ({
        path: `${orders}/${idAt(turn)}`,
        method: 'PATCH',
        body: { notes: `Примітка ${turn}` },
      }),
    },
  ]
}
