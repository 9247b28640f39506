/** Of a shorter secret the end would give away too much. */
const shortest = 12
const shown = 4

/** «…1a2b»: enough to tell two keys apart, too little to use. null: the secret is too short to show any of it. */
export const hintOf = (secret: string): string | null => {
  const signs = Array.from(secret)
  return signs.length < shortest ? null : `…${signs.slice(-shown).join('')}`
}
