import type { Selectable } from 'kysely'
import type { Parcels } from './store.ts'

/** Everything stored of a parcel. */
export type TrackedParcel = Omit<Selectable<Parcels>, 'active' | 'added_at' | 'due_at' | 'unproven' | 'unfindable'>

/** null: never asked about again. */
export type Judged = TrackedParcel & { due_at: string | null }
