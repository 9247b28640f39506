import { IconBrightnessAuto, IconMoon, IconSun } from '@tabler/icons-react'
import { Choice } from './Choice.tsx'
import { setColorScheme, useColorScheme } from '../browser/color-scheme.ts'

const options = [
  { value: 'light', label: 'Світла', icon: IconSun },
  { value: 'dark', label: 'Темна', icon: IconMoon },
  { value: 'auto', label: 'Як у\u00a0системі', icon: IconBrightnessAuto },
] as const

export function ColorSchemeChoice() {
  return <Choice legend="Тема" value={useColorScheme()} options={options} onChange={setColorScheme} />
}
