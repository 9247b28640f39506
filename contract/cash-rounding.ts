/**
 * What is really paid in cash: the smallest coin in use is 50 kopiykas, so from 25 up it is more and below 25 less
 * (`ROUND_50` of Checkbox). The worth of the goods, and what is left to pay, stay as they are.
 */
export const toCash = (amount: number): number => Math.round(amount / 50) * 50
