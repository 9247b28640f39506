/** OWASP ASVS 6.2.1 and 6.2.9. Apart from the schemas, so that the dashboard can say it in advance without loading zod. */
export const passwordLength = { min: 12, max: 128 } as const
