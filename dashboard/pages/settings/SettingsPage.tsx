import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { setDensity, useDensity } from '../../browser/density.ts'
import { abilitiesOf, roleLabels } from '../../words/labels.ts'
import { paths } from '../../addresses/paths.ts'
import { ColorSchemeChoice } from '../../ui/ColorSchemeChoice.tsx'
import { useUser } from '../../api/user.ts'
import { Card } from '../../ui/Card.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './SettingsPage.module.css'
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx'

const densities = [
  { value: 'comfortable', label: 'Просторі', icon: IconBaselineDensityMedium },
  { value: 'compact', label: 'Щільні', icon: IconBaselineDensitySmall },
] as const

/** What a person may have their own way, on this computer. */
export function SettingsPage() {
  const user = useUser()
  const density = useDensity()
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>Налаштування</PageTitle>
      <p>
        Ви увійшли як <strong>{user.name}</strong>.
      </p>
      <div className={classes.cards}>
        <Card title="Вигляд">
          <ColorSchemeChoice />
          <Choice legend="Рядки списків" value={density} options={densities} onChange={setDensity} />
          <p className={classes.aside}>Діє лише на цьому пристрої.</p>
        </Card>
        <Card title="Клавіатура">
          <ShortcutsSwitch />
        </Card>
        <Card title="Безпека входу">
          <p>
            <Link to={paths.password}>Змінити пароль</Link>
            <span className={classes.aside}>Інші ваші сеанси при цьому завершаться.</span>
          </p>
          <p>
            <Link to={paths.security}>Другий фактор і&nbsp;ключі доступу</Link>
            <span className={classes.aside}>Щоб самого пароля було замало для входу.</span>
          </p>
          <p>
            <Link to={paths.sessions}>Мої сеанси</Link>
            <span className={classes.aside}>Де ви зараз увійшли і&nbsp;як завершити зайве.</span>
          </p>
        </Card>
        <Card title={`Ваша роль: ${roleLabels[user.role].toLocaleLowerCase('uk')}`}>
          <p>Вона дає право:</p>
          <ul className={classes.abilities}>
            {abilitiesOf(user.role).map((ability) => (
              <li key={ability}>{ability}</li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}
