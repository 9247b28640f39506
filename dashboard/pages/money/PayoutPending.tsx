import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './PayoutPage.module.css'

/** The page of a payout list, withdrawn or not, until it is loaded. */
export const PayoutPending = ({ back, title }: { back: ReactNode; title: string }) => (
  <div className={`stack ${classes.page}`} data-wide aria-busy>
    {back}
    <PageTitle>{title}</PageTitle>
    <p className="visually-hidden">Завантажуємо…</p>
    <Skeleton height={140} />
    <Skeleton height={320} />
  </div>
)
