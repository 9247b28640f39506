import { expect, test } from 'vitest'
import { secondControls } from './one-of-each.ts'

const drawn = (text: string, path = 'dashboard/pages/users/UserRow.tsx') => secondControls([{ path, text }])

test.each([
  ['<button type="button">Змінити</button>', 'makes a <button> of its own'],
  ['<button\n  type="button"\n>', 'makes a <button> of its own'],
  ['<select>', 'makes a <select> of its own'],
  ['<table>', 'makes a <table> of its own'],
  ["import { Button } from '@mantine/core'", 'takes a control of @mantine/core'],
  ['function Badge({ tone }: Props) {', 'makes a Badge of its own'],
  ['export const Select = () => null', 'makes a Select of its own'],
])('«%s» is found outside dashboard/ui', (text, fault) => {
  expect(drawn(`\n${text}`)).toEqual([`dashboard/pages/users/UserRow.tsx:2 ${fault}`])
})

test('the one button, badge and list of choices are used, and made in dashboard/ui', () => {
  const used = `import { Button } from '../../ui/Button.tsx'
    const CopyButton = () => <Button variant="default">Копіювати</Button>
    const rows = <><Badge tone="good">так</Badge><SelectField label="Роль" /></>`
  expect(drawn(used)).toEqual([])
  expect(drawn('<button type="button" />', 'dashboard/ui/Button.tsx')).toEqual([])
})
