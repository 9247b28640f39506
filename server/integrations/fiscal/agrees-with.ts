import type { FiscalReceipt } from './ettn-client.ts'

/**
 * Whether a receipt is of the sum we asked for. Cash is rounded, and whether the provider then tells the rounded sum or the exact
 * one, and on which side the difference stands, is not published: either is right. A sum that is not told is not held against it.
 */
export const agreesWith = (
  { amount, rounded_by }: Pick<FiscalReceipt, 'amount' | 'rounded_by'>,
  asked: number,
): boolean => amount === null || amount === asked || Math.abs(amount - asked) === rounded_by
