import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A call that is never made twice at once: a second press comes before React has drawn the button as busy, so what is
 * drawn cannot be relied on.
 */
export function useOnce<Answer>(
  call: () => Promise<Answer>,
  outcome: { onSuccess: (answer: Answer) => void; onError?: (error: Error) => void },
): Pick<UseMutationResult<Answer>, 'isPending' | 'error' | 'reset'> & { run: () => void } {
  const running = useRef(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: outcome.onSuccess,
    onError: outcome.onError,
    onSettled: () => {
      running.current = false
    },
  })
  const run = () => {
    if (running.current) return
    running.current = true
    mutate()
  }
  return { run, isPending, error, reset }
}
