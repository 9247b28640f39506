import { queryOptions } from '@tanstack/react-query'
import type { SavedView, SavedViewList, SaveViewRequest } from '#/contract/saved-views.ts'
import { change, command, getJson } from './client.ts'

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => getJson<SavedViewList>('/views', signal),
})

export const saveView = (view: SaveViewRequest): Promise<SavedView> => change('POST', '/views', view)
export const forgetView = (id: string): Promise<void> => command('DELETE', `/views/${id}`)
