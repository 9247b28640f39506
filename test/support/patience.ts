/**
 * How much longer than usual this machine needs, measured once by vitest.config.ts. A bound on waiting is there to end a test
 * that hangs and to say what it waited for; it says nothing about speed, so it grows with the machine's slowness.
 */
export const patience = (usualMs: number): number => Math.ceil(usualMs * Number(process.env['KASYR_TEST_PACE'] ?? 1))
