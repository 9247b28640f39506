import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usersQuery } from '../../api/users.ts'

/** A change of people, after which the list is asked for again. */
export function useUserChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  })
}
