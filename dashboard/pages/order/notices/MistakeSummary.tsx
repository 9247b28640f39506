import type { MouseEvent } from 'react'
import { pluralize } from '#/contract/plurals.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { fieldLabels } from '../draft/field-words.ts'
import { fieldId, focusField } from '../editing/fields.ts'
import type { Mistake } from '../draft/find-mistakes.ts'
import { draftFields, type LineDraft, type OrderDraft } from '../draft/order-draft.ts'
import classes from './Notices.module.css'

const forms = { one: 'помилка', few: 'помилки', many: 'помилок', other: 'помилки' }
const cellLabels: Record<keyof LineDraft, string> = {
  key: '',
  name: 'назва',
  code: 'код',
  quantity: 'к-сть',
  price: 'ціна',
  discount: 'знижка',
}

/** All that is wrong at one glance; each leads to its field. */
export function MistakeSummary({ mistakes, draft }: { mistakes: readonly Mistake[]; draft: OrderDraft }) {
  if (mistakes.length === 0) return null
  const go = (at: string) => (event: MouseEvent) => {
    event.preventDefault()
    focusField(at)
  }
  return (
    <Notice tone="danger">
      <p>Не збережено: {pluralize(mistakes.length, forms)}.</p>
      <ul className={classes.mistakes}>
        {mistakes.map(({ at, message }) => (
          <li key={at}>
            <a href={`#${fieldId(at)}`} onClick={go(at)}>
              {placeName(at, draft)}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** «Товари, рядок 2, ціна». */
function placeName(at: string, draft: OrderDraft): string {
  const field = draftFields.find((one) => one === at)
  if (field !== undefined) return fieldLabels[field]
  const [, key, cell] = /^line-(\d+)-(\w+)$/.exec(at) ?? []
  const place = draft.lines.findIndex((line) => line.key === Number(key))
  const label = Object.entries(cellLabels).find(([name]) => name === cell)?.[1] ?? ''
  return `Товари, рядок ${place + 1}, ${label}`
}
