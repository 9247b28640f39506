import { z } from 'zod'

// The content policy forbids code that is made at run time, and the schemas decide about it as they are made.
z.config({ jitless: true })
await import('./show.ts')
