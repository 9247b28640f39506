import { z } from 'zod'
import { errors, sentenceOf, type ErrorCode, type ErrorParams, type FieldError } from './errors.ts'
import { titles } from './problem-titles.ts'

/** RFC 9457: the one shape of every refusal. */
export const Problem = z
  .strictObject({
    type: z.string().describe('Стала адреса виду помилки'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('Що сталося, чому і що робити, українською'),
    code: z.string().describe('Сталий код помилки, наприклад auth.required'),
    instance: z.string().describe('Код запиту для служби підтримки'),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().describe('JSON-вказівник у тілі (/name), ?name у запиті або {name} у шляху'),
          detail: z.string(),
        }),
      )
      .optional(),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .describe('Те саме, що в реченні, для програм: наприклад, знайдений документ'),
  })
  .meta({ id: 'Problem' })

export type Problem = z.infer<typeof Problem>

/** Data for the next step of a person or a program, beside the sentence. */
const tellsParams: ReadonlySet<ErrorCode> = new Set(['receipt.document_exists'])

/** Of an order among many: the same as of one. */
export const paramsOf = (code: ErrorCode, params: ErrorParams): { params?: ErrorParams } =>
  tellsParams.has(code) ? { params } : {}

export function toProblem(
  code: ErrorCode,
  request_id: string,
  params: ErrorParams = {},
  fields: readonly FieldError[] = [],
): Problem {
  const { status } = errors[code]
  return {
    type: `urn:kasyr:problem:${code}`,
    title: titles[status],
    status,
    detail: sentenceOf(code, { request_id, ...params }),
    code,
    instance: request_id,
    ...(fields.length > 0 && { errors: [...fields] }),
    ...paramsOf(code, params),
  }
}
