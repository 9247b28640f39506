import { expect, test } from 'vitest'
import { looseDesign } from './design-tokens.ts'
import type { SourceFile } from './source.ts'

const tokens: SourceFile = {
  path: 'dashboard/tokens.css',
  text: ':root {\n  --radius-6: 6px;\n  --space-8: 0.5rem;\n  --weight-strong: 600;\n  --shadow-low: 0 1px 2px black;\n  --layer-bar: 160;\n}\n',
}
const styled = (text: string, path = 'dashboard/ui/Card.module.css') => looseDesign([tokens, { path, text }])

test.each([
  'border-radius: 6px',
  'border-radius: 50%',
  'border-radius: var(--radius-6) 6px 0 0',
  'border-start-end-radius: 0.5rem',
  'font-weight: 650',
  'font-weight: bold',
  'font-weight: var(--own, 600)',
  'box-shadow: 0 1px 2px black',
  'box-shadow: var(--shadow-low), inset 0 0 1px black',
  'z-index: 10',
])('«%s» is sent to the tokens', (declaration) => {
  expect(styled(`.card {\n  color: red;\n  ${declaration};\n}\n`)).toEqual([
    `dashboard/ui/Card.module.css:3 writes ${declaration} instead of a token`,
  ])
})

test.each(['gap: 0.5rem', 'padding: 0 0.5rem', 'margin-block-start: 0.5rem', 'row-gap: calc(0.5rem - 1px)'])(
  '«%s» is found to be a step of the scale',
  (declaration) => {
    expect(styled(`.card { ${declaration}; }`)).toEqual([
      'dashboard/ui/Card.module.css:1 writes a length that is var(--space-8)',
    ])
  },
)

test('a token that is not there is found, wherever it is named', () => {
  expect(styled('.card { inset-inline: var(--space-9); }')).toEqual([
    'dashboard/ui/Card.module.css:1 names --space-9, which is not in dashboard/tokens.css',
  ])
})

test('tokens, nothing at all, what is inherited and lengths between two steps may stand', () => {
  const text = `.card {
    /* border-radius: 6px; */
    border-radius: 0 calc(var(--radius-6) - 1px) var(--radius-6) 0;
    padding: 0.1875rem var(--space-8) 0;
    margin: -0.5rem 10.5rem;
    inline-size: 0.5rem;
    font-weight: inherit;
    box-shadow: none;
    z-index: var(--layer-bar);
  }
  .card[data-bold] { font-weight: var(--weight-strong); box-shadow: var(--shadow-low); }`
  expect(styled(text)).toEqual([])
})

test('other folders and the tokens themselves are left alone', () => {
  expect(styled('p { font-weight: 700; }', 'docs/page.css')).toEqual([])
  expect(looseDesign([tokens])).toEqual([])
})
