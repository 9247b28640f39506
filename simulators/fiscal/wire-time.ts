/** With microseconds and an offset, as the live API writes most of its times. */
export const toWireTime = (ms: number): string => new Date(ms).toISOString().replace(/(\.\d{3})Z$/, '$1000+00:00')

/** When everything that is older than the story of a test was made. */
export const madeAt = '2026-01-10T08:00:00.123456+00:00'
