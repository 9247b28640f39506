import { keep, recall } from '../browser/browser-memory.ts'

const key = 'kasyr-shortcuts-off'

/** Single keys can be switched off (WCAG 2.1.4): a person who works by voice would set them off by talking. */
export const shortcutsAreOn = (): boolean => typeof recall(key) !== 'string'

/** Without storage they stay as they are. */
export const switchShortcuts = (on: boolean): void => keep(key, on ? null : '1')
