import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usersQuery } from '../../api/users.ts'

/** A change of users, after which their list is loaded again. */
export function useUserChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  })
}
