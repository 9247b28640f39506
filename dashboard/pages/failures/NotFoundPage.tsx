import { Link } from '@tanstack/react-router'
import { paths } from '../../addresses/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './MessagePage.module.css'

export function NotFoundPage() {
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>Такої сторінки немає</PageTitle>
      <p>Можливо, в адресі помилка або сторінку прибрали.</p>
      <p>
        <Link to={paths.home}>На головну</Link>
      </p>
    </div>
  )
}
