import type { FastifyRequest } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import { limits } from '../reading/limits.ts'

/** A form has one file and one field for each answer; whatever is more is refused before it is read. */
export const formLimits = {
  files: 1,
  fileSize: limits.bytes,
  fields: 10,
  fieldNameSize: 50,
  fieldSize: 500,
  parts: 12,
} as const

/** The fields of a form as the body of the request, so that the schema of the route holds for them as for JSON. */
export async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) throw new AppError('money.file_missing')
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts())
      fields[part.fieldname] =
        part.type === 'file' ? new File([new Uint8Array(await part.toBuffer())], part.filename) : part.value
  } catch (error) {
    throw toRefusal(error)
  }
  if (!(fields['file'] instanceof File)) throw new AppError('money.file_missing')
  request.body = fields
}

/** The library says by a code what is wrong with a form. */
function toRefusal(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('money.file_too_large', { most: '5\u00a0МБ' })
  if (code === 'FST_FILES_LIMIT') return new AppError('money.file_missing')
  return new AppError('request.malformed')
}
