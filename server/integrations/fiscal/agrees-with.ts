import type { FiscalReceipt } from './ettn-client.ts'

/**
 * Whether a receipt is of the sum we sent. Cash is rounded, and it is not published whether the provider then gives the
 * rounded sum or the exact one, and on which side the difference is: either is right. A missing sum agrees.
 */
export const agreesWith = (
  { amount, rounded_by }: Pick<FiscalReceipt, 'amount' | 'rounded_by'>,
  asked: number,
): boolean => amount === null || amount === asked || Math.abs(amount - asked) === rounded_by
