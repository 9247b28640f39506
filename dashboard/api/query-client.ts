import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query must fail and say so, not wait in silence.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isPassing(error),
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
