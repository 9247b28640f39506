import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { BadInput } from '../frame/bad-input.ts'
import type { Answer } from '../frame/operations.ts'
import { envelope } from './envelope.ts'
import { type OperationName, operationNames } from './world.ts'

const folder = new URL('samples/', import.meta.url)
export const sampleNames = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .toSorted((left, right) => left.localeCompare(right))

/** One capture is a record without its envelope. */
const LoneRecord = z.object({ record: z.record(z.string(), z.unknown()) })

/** By its name or by its number alone: `01-status10-cod-no-phone`, `01`. */
export const readSample = (name: string): { name: string; body: unknown } => {
  const found = sampleNames.find((known) => known === name || known.startsWith(`${name}-`))
  if (found === undefined) throw new BadInput(`no sample ${name}; there are: ${sampleNames.join(', ')}`)
  const body: unknown = JSON.parse(readFileSync(new URL(`${found}.json`, folder), 'utf8'))
  const lone = LoneRecord.safeParse(body)
  return { name: found, body: lone.success ? envelope([lone.data.record]) : body }
}

/** The operation a sample answers, and the status it was seen with, where they are not the usual ones. */
const usual: Record<string, { operation?: OperationName; status?: number }> = {
  '16': { status: 401 },
  '18': { operation: 'get_document_list' },
  '20': { operation: 'get_counterparties' },
  '21': { operation: 'get_counterparty_contact_persons' },
}

export const Serving = z.strictObject({
  operation: z.enum(operationNames).optional(),
  status: z.int().min(200).max(599).optional(),
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
})
export type ServingInput = z.input<typeof Serving>

/** Answers given in place of the world's own, in the order of the calls. The world is not read. */
export const createServedAnswers = () => {
  let waiting: { operation: OperationName; answer: Answer; left: number }[] = []

  const serve = (body: unknown, given: ServingInput = {}) => {
    const { operation = 'get_status_documents', status = 200, times } = Serving.parse(given)
    const left = times === 'always' ? Number.POSITIVE_INFINITY : times
    waiting.push({ operation, answer: { status, body }, left })
  }

  return {
    serve,
    serveSample: (name: string, given: ServingInput = {}) => {
      const sample = readSample(name)
      serve(sample.body, { ...usual[sample.name.slice(0, 2)], ...given })
      return sample.name
    },
    take: (operation: OperationName): Answer | undefined => {
      const next = waiting.find((one) => one.operation === operation)
      if (next === undefined) return undefined
      next.left -= 1
      if (next.left === 0) waiting = waiting.filter((one) => one !== next)
      return next.answer
    },
    clear: () => waiting.splice(0).length,
  }
}

export type ServedAnswers = ReturnType<typeof createServedAnswers>
