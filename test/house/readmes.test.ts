import { describe, expect, test } from 'vitest'
import { readmeFaults } from './readmes.ts'

const commands = '```sh\nnpm start\nnpm test\n```\n'
const english = `# Касир\n\n[Українською](README.uk.md)\n\nReceipts. ![Queue](a.png) «Не випущено». [Guide](b.md#від-і-до)\n\n${commands}`
const ukrainian = `# Касир\n\nЗамовлення надходять із CRM, а чеки для кожної посилки створює магазин. ![Черга](a.png)\n\n${commands}`
const found = ({ en = english, uk = ukrainian, guide = '# Довідник\n\nЯк запустити.\n' } = {}) =>
  readmeFaults([
    { path: 'README.md', text: en },
    { path: 'README.uk.md', text: uk },
    { path: 'docs/operating.md', text: guide },
  ])

test('short READMEs in their languages are left alone', () => {
  expect(found()).toEqual([])
})

describe('what is not so is found', () => {
  test.each([
    ['a README that grew', { en: english + '\n'.repeat(80) + 'More.' }, 'README.md has 91 lines'],
    ['a line that nobody reads', { uk: `${ukrainian}${'слово '.repeat(30)}` }, 'README.uk.md:9 is longer than 120'],
    ['a command that is missing', { uk: ukrainian.replace('npm test', 'npm run test') }, 'does not tell npm test'],
    ['a second picture', { en: `${english}![Dark](b.png)` }, 'README.md shows 2 pictures'],
    ['Ukrainian in the English one', { en: `${english}Див. далі.` }, 'README.md:11 is not in English'],
    ['Ukrainian in its code', { en: english.replace('npm start', 'npm start # запуск') }, 'README.md:8 is not in Eng'],
    [
      'English in the Ukrainian one',
      { uk: `${ukrainian}${'And so on. '.repeat(9)}` },
      'README.uk.md is not in Ukrainian',
    ],
    ['a guide in English', { guide: '# Guide\n\nHow to start Касир.\n' }, 'docs/operating.md is not in Ukrainian'],
  ])('%s', (_what, pages, said) => {
    expect(found(pages).join('\n')).toContain(said)
  })

  test('a README that is gone', () => {
    expect(readmeFaults([]).join('\n')).toContain('README.uk.md is not in Ukrainian')
  })
})
