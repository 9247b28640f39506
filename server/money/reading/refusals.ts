import { AppError } from '#/contract/errors.ts'

/** A stream cannot return a refusal, so it is thrown; `readPayout` turns it into an answer. */
export const tooLarge = (most: string): AppError => new AppError('money.file_too_large', { most })
export const damaged = (what: string): AppError => new AppError('money.file_damaged', { what })
export const unsafe = (what: string): AppError => new AppError('money.file_unsafe', { what })
export const lineWrong = (row: number, what: string): AppError => new AppError('money.line_wrong', { row, what })

const fromTheLetter = 'завантажте файл, який NovaPay надсилає листом, без змін'
export const notATable = (kind: string, advice = fromTheLetter): AppError =>
  new AppError('money.not_a_table', { kind, advice })
