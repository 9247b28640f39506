import { useEffect, useState } from 'react'
import classes from './OrderList.module.css'

const slowAfterMs = 5_000

/** Rows of the real height, so that nothing moves when the real ones come. A quick answer is never preceded by them. */
export function PendingList() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.pending}>
      <output>
        {slow ? 'CRM відповідає повільно…' : <span className="visually-hidden">Завантажуємо замовлення…</span>}
      </output>
      {Array.from({ length: 14 }, (_, place) => (
        <div key={place} className={classes.bone} aria-hidden />
      ))}
    </div>
  )
}
