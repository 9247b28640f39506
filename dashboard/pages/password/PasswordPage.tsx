import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '../../addresses/paths.ts'
import { useUser } from '../../api/user.ts'
import { Card } from '../../ui/Card.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './PasswordPage.module.css'
import { PasswordForm } from './PasswordForm.tsx'

const route = getRouteApi('/signed-in/password')

const changed = 'Пароль змінено. Усі інші ваші сеанси завершено: на тих пристроях доведеться увійти знову.'

export function PasswordPage() {
  const user = useUser()
  const { redirect } = route.useSearch()
  const navigate = useNavigate()
  // The person is updated before the form reports, so what they came for is kept from the start.
  const [firstTime] = useState(user.must_change_password)

  const start = () => {
    toast('Пароль змінено.')
    void navigate({ href: safeRedirect(redirect) })
  }

  return (
    <div className={classes.page}>
      <PageTitle>{firstTime ? 'Придумайте пароль' : 'Пароль'}</PageTitle>
      {firstTime && <p>Ви увійшли з одноразовим паролем. Замініть його на власний, щоб почати роботу.</p>}
      <Card>
        {firstTime ? <PasswordForm user={user} onDone={start} /> : <PasswordForm user={user} praise={changed} />}
      </Card>
    </div>
  )
}
