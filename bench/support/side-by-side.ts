import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { BenchDatabase } from './bench-database.ts'
import { median } from './bench-service.ts'
import { openConnection, toRequest, type Answer, type Connection } from './keep-alive.ts'
import { familyMs, processMs } from './processor-time.ts'
import type { Question, Side } from './questions.ts'

export interface Server {
  url: string
  pid: number
  token: string
  /** Its database, as statements are counted by it. */
  database: string
}

export type Servers = Record<Side, Server>

/** Of one request. */
export interface Figures {
  per_second: number
  server_ms: number
  database_ms: number
  statements: number
  bytes: number
}

export interface Compared extends Record<Side, Figures> {
  question: Question
  connections: number
}

const sides = ['product', 'floor'] as const
const parallel = [1, 16] as const

/**
 * The two take turns, so that whatever else the machine does hits both alike; the first one changes with the rounds. Medians.
 */
export async function compareAll(
  database: BenchDatabase,
  servers: Servers,
  questions: readonly Question[],
  { rounds, renew }: { rounds: number; renew(round: number): Promise<void> },
): Promise<Compared[]> {
  const cells = questions.flatMap((question) => parallel.map((connections) => ({ question, connections })))
  const seen: (Cell & Record<Side, Figures[]>)[] = cells.map((cell) => ({ ...cell, product: [], floor: [] }))
  // Prepared statements, compiled code, pages in memory: what is asked before the first round is not counted.
  for (const { question, connections } of cells)
    for (const side of sides) await load(servers[side], side, question, { connections, share: 2, first: 0 })
  for (let round = 0; round < rounds; round += 1) {
    await renew(round)
    for (const cell of seen) {
      const turns = round % 2 === 0 ? sides : sides.toReversed()
      for (const side of turns) cell[side].push(await measure(database, servers[side], side, cell, round))
    }
  }
  return seen.map(({ question, connections, product, floor }) => {
    return { question, connections, product: mediansOf(product), floor: mediansOf(floor) }
  })
}

interface Cell {
  question: Question
  connections: number
}

/** Only one of the two is under load at a time: PostgreSQL's processor time cannot be split by database. */
async function measure(
  database: BenchDatabase,
  server: Server,
  side: Side,
  { question, connections }: Cell,
  round: number,
): Promise<Figures> {
  const statements = await database.countStatements()
  const before = { server: processMs(server.pid), database: familyMs(database.pid) }
  const started = performance.now()
  const { requests, bytes } = await load(server, side, question, { connections, share: 1, first: round * 10_000 })
  const seconds = (performance.now() - started) / 1000
  const after = { server: processMs(server.pid), database: familyMs(database.pid) }
  const statementsNow = await database.countStatements()
  const told = (counts: Map<string, number>) => counts.get(server.database) ?? 0
  return {
    per_second: requests / seconds,
    server_ms: (after.server - before.server) / requests,
    database_ms: (after.database - before.database) / requests,
    statements: (told(statementsNow) - told(statements)) / requests,
    bytes: bytes / requests,
  }
}

interface Load {
  connections: number
  share: number
  /** Turns begin here: every round changes the notes to others. */
  first: number
}

async function load({ url, token }: Server, side: Side, question: Question, { connections, share, first }: Load) {
  const requests = Math.ceil(question.requests * share * (connections === 1 ? 1 : 2))
  const lines = Array.from({ length: connections }, () => openConnection(url))
  let [turn, bytes] = [0, 0]
  try {
    await Promise.all(
      lines.map(async (line) => {
        while (turn < requests) {
          turn += 1
          const answer = await askPatiently(line, toRequest(url, token, question.ask(side, first + turn)))
          if (answer.status !== 200) throw new Error(`${side}, ${question.name}: ${answer.status} ${answer.text()}`)
          bytes += answer.bytes
        }
      }),
    )
  } finally {
    for (const line of lines) line.close()
  }
  return { requests, bytes }
}

const [overloaded, mostTries] = [503, 20]

/** On a machine that does other things besides, the product may have to wait for a processor for so long that it refuses. */
async function askPatiently(line: Connection, request: Buffer): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await line.ask(request)
    if (answer.status !== overloaded || tries === mostTries) return answer
    await pause(1_000)
  }
}

function mediansOf(figures: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((one) => one[name]))
  return {
    per_second: of('per_second'),
    server_ms: of('server_ms'),
    database_ms: of('database_ms'),
    statements: of('statements'),
    bytes: of('bytes'),
  }
}

const Shown = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })).optional() })

/** What the two do not answer alike, in words. With other orders the figures mean nothing; with other fields the floor is out of date. */
export async function findDifferences(servers: Servers, questions: readonly Question[]): Promise<string[]> {
  const differences: string[] = []
  for (const question of questions.filter(({ name }) => name !== 'update')) {
    const [ours, theirs] = await Promise.all(sides.map((side) => look(servers[side], side, question)))
    const [ourIds, theirIds] = [ours, theirs].map((shown) => shown?.items?.map(({ id }) => id))
    if (!isDeepStrictEqual(ourIds, theirIds)) differences.push(`DIFFERENT ${question.name}: not the same orders`)
    const [order, floorOrder] = [ours, theirs].map((shown) => shown?.items?.[0] ?? shown ?? {})
    const fields = Object.keys({ ...order, ...floorOrder }).filter(
      (name) => !isDeepStrictEqual(order?.[name], floorOrder?.[name]),
    )
    if (fields.length > 0) differences.push(`DIFFERENT ${question.name}: ${fields.join(', ')} of an answer`)
  }
  return differences
}

async function look({ url, token }: Server, side: Side, question: Question) {
  const line = openConnection(url)
  try {
    const answer = await line.ask(toRequest(url, token, question.ask(side, 0)))
    return Shown.parse(JSON.parse(answer.text()))
  } finally {
    line.close()
  }
}
