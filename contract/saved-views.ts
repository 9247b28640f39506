import { z } from 'zod'
import { Id } from './common.ts'

/** In a longer list a person finds nothing. */
export const mostSavedViews = 50

/** The query of the list's address, as it is; only the dashboard knows its names. */
const Search = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((search) => Object.keys(search).length <= 30, { error: 'Забагато полів.' })

export const SaveViewRequest = z
  .strictObject({ name: z.string().trim().min(1).max(60), search: Search })
  .meta({ id: 'SaveViewRequest' })
export type SaveViewRequest = z.infer<typeof SaveViewRequest>

/** A list a person opens every day, under a name of their own. Only they see it, on every computer. */
export const SavedView = z
  .strictObject({ id: Id, name: z.string(), search: z.record(z.string(), z.unknown()) })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const SavedViewList = z.strictObject({ items: z.array(SavedView) }).meta({ id: 'SavedViewList' })
export type SavedViewList = z.infer<typeof SavedViewList>
