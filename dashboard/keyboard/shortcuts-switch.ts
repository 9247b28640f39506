const key = 'kasyr-shortcuts-off'

/** Single keys can be switched off (WCAG 2.1.4): whoever works by voice would set them off by talking. */
export function shortcutsAreOn(): boolean {
  try {
    return localStorage.getItem(key) === null
  } catch {
    return true
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, '1')
  } catch {
    // Without storage they stay as they are.
  }
}
