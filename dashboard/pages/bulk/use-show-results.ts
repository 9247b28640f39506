import { useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import type { Batch } from '../../api/receipts.ts'
import { paths } from '../../addresses/paths.ts'
import { toast } from '../../ui/toast.ts'
import { hasTrouble, resultWords } from './batch-words.ts'
import { takeTelling } from './own-batches.ts'

/** Says once how a bulk has ended, in a tab that is visible. */
export function useShowResults(userId: string, batches: readonly Batch[]): void {
  const navigate = useNavigate()
  const isHidden = useSyncExternalStore(listen, () => document.hidden)
  useEffect(() => {
    if (isHidden) return
    for (const batch of batches) {
      if (!batch.finished || !takeTelling(userId, batch.id)) continue
      toast(resultWords(batch), hasTrouble(batch) ? 'warn' : 'good', {
        label: 'Показати звіт',
        run: () => void navigate({ to: paths.bulk, params: { id: batch.id } }),
      })
    }
  }, [batches, isHidden, navigate, userId])
}

function listen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
