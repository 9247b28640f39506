import { Mark } from '../../ui/Mark.tsx'
import { useSession } from '../../api/user.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

export function LoginPage() {
  const session = useSession()
  const reason = session.phase === 'anonymous' ? session.reason : null

  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={40} />
        <div>
          <div className={classes.name}>Касир</div>
          <div className="soft">Замовлення, посилки й чеки</div>
        </div>
      </div>
      <div className={classes.slip}>
        <PageTitle>Вхід</PageTitle>
        {reason !== null && <Notice tone="quiet">{reason}</Notice>}
        <LoginForm help={<p className={classes.help}>Забули пароль? Адміністратор видасть одноразовий.</p>} />
      </div>
    </main>
  )
}
