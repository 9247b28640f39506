import { useMantineColorScheme } from '@mantine/core'
import { IconBrightnessAuto, IconMoon, IconSun } from '@tabler/icons-react'
import { Choice } from '../ui/Choice.tsx'

const options = [
  { value: 'light', label: 'Світла', icon: IconSun },
  { value: 'dark', label: 'Темна', icon: IconMoon },
  { value: 'auto', label: 'Як у\u00a0системі', icon: IconBrightnessAuto },
] as const

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <Choice legend="Тема" value={colorScheme} options={options} onChange={setColorScheme} />
}
