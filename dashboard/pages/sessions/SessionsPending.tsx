import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './SessionsPage.module.css'

/** Rows of the real height, so that nothing jumps when the list arrives. */
export function SessionsPending() {
  return (
    <div className={`stack ${classes.page}`} aria-busy>
      <PageTitle>Мої сеанси</PageTitle>
      <p className="visually-hidden">Завантажуємо список сеансів…</p>
      <Skeleton height={72} />
      <Skeleton height={72} />
    </div>
  )
}
