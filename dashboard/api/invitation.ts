import { keep, recall } from '../browser/browser-memory.ts'

/** «Пізніше» holds until the next login, also over a reload and in other tabs. */
const key = 'kasyr-second-factor-later'

export const isPutOff = (): boolean => typeof recall(key) === 'string'

export const putOff = (): void => keep(key, '1')

export const inviteAgain = (): void => keep(key, null)
