/** The library takes a third of a second and 26 MB to load, so it is loaded when a passkey is first used. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Short: the text may quote what was sent. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown')
