import { z } from 'zod'
import type { SimulatedRequest } from './operations.ts'

/** The control API does not know the request; answered with 400 and this message. */
export class BadInput extends Error {}

/** The users of a simulator read English, also inside a service whose own messages are Ukrainian. */
const english = { error: z.locales.en().localeError }

export const parseInput = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(input, english)
  if (!parsed.success) throw new BadInput(z.prettifyError(parsed.error))
  return parsed.data
}

export const parseBody = <Schema extends z.ZodType>(schema: Schema, request: SimulatedRequest): z.output<Schema> => {
  const json = request.json()
  if (json === undefined) throw new BadInput('the body is not JSON')
  return parseInput(schema, json)
}

export const parseQuery = <Schema extends z.ZodType>(schema: Schema, request: SimulatedRequest): z.output<Schema> =>
  parseInput(schema, Object.fromEntries(request.query))
