import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconBrightnessAuto, IconMoon, IconSun, type Icon } from '@tabler/icons-react'
import classes from './ColorSchemeChoice.module.css'

const choices: Record<MantineColorScheme, { label: string; icon: Icon }> = {
  light: { label: 'Світла', icon: IconSun },
  dark: { label: 'Темна', icon: IconMoon },
  auto: { label: 'Як у\u00a0системі', icon: IconBrightnessAuto },
}
const order = ['light', 'dark', 'auto'] as const

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>Тема</legend>
      <div className={classes.options}>
        {order.map((scheme) => {
          const { label, icon: Sign } = choices[scheme]
          return (
            <label key={scheme} className={classes.option}>
              <input
                type="radio"
                name="color-scheme"
                className="visually-hidden"
                checked={colorScheme === scheme}
                onChange={() => setColorScheme(scheme)}
              />
              <Sign size={18} aria-hidden />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
