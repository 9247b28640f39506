import { Link } from '@tanstack/react-router'
import { abilitiesOf, roleLabels } from '../../labels.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../shell/user.ts'
import { Card } from '../../ui/Card.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './HomePage.module.css'

export function HomePage() {
  const user = useUser()
  return (
    <div className={classes.page}>
      <PageTitle>Вітаємо в Касирі</PageTitle>
      <p>
        Ви увійшли як <strong>{user.name}</strong>.
      </p>
      <div className={classes.cards}>
        <Card title={`Ваша роль: ${roleLabels[user.role].toLocaleLowerCase('uk')}`}>
          <p>Вона дає право:</p>
          <ul className={classes.abilities}>
            {abilitiesOf(user.role).map((ability) => (
              <li key={ability}>{ability}</li>
            ))}
          </ul>
        </Card>
        <Card title="Безпека входу">
          <p>
            <Link to={paths.password}>Змінити пароль</Link>
            <span className={classes.aside}>Інші ваші сеанси при цьому завершаться.</span>
          </p>
          <p>
            <Link to={paths.sessions}>Мої сеанси</Link>
            <span className={classes.aside}>Де ви зараз увійшли і&nbsp;як завершити зайве.</span>
          </p>
        </Card>
      </div>
    </div>
  )
}
