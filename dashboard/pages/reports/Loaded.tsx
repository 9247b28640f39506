import type { ReactNode } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FailureNotice } from '../failures/FailureNotice.tsx'

interface Props<Answer> {
  query: { data: Answer | undefined; error: Error | null; refetch: () => Promise<unknown> }
  children: (answer: Answer) => ReactNode
}

/** A report that is on its way, that failed, or that is here. The filters above stay: often they are what is to be mended. */
export function Loaded<Answer>({ query: { data, error, refetch }, children }: Props<Answer>) {
  if (data !== undefined) return children(data)
  // The server says what is wrong with the period in a sentence of its own.
  if (isRefusal(error, 'request.invalid') && error.errors.length > 0)
    return <Notice tone="warn">{error.errors.map(({ detail }) => detail).join(' ')}</Notice>
  if (error !== null) return <FailureNotice error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <p className="visually-hidden">Завантажуємо звіт…</p>
      <Skeleton height={420} />
    </div>
  )
}
