import { useEffect, useRef } from 'react'
import type { OneOrder } from '../../../api/order-loader.ts'
import { applyRemedy } from '../draft/apply-remedy.ts'
import type { Remedy } from '../draft/check-sums.ts'
import { focusField } from './fields.ts'
import { lineField } from '../draft/find-mistakes.ts'
import { toDraft } from '../draft/order-draft.ts'
import type { OrderEditing } from './use-order-editing.ts'

interface Given {
  order: OneOrder | undefined
  canEdit: boolean
  opensEditing: boolean
  editing: OrderEditing
  onBegin: () => void
}

export type Begin = (remedy?: Remedy) => void

/** Turns the sheet into fields, with a remedy applied if one was chosen, and puts the person where they will type. */
export function useBeginEditing({ order, canEdit, opensEditing, editing, onBegin }: Given): Begin {
  const wanted = useRef(opensEditing)
  /** Where the person will type, once the fields are there. */
  const place = useRef<string | null>(null)

  const begin: Begin = (remedy) => {
    if (order === undefined || !canEdit) return
    onBegin()
    const draft = editing.state?.draft ?? toDraft(order)
    if (editing.state === null) editing.begin()
    if (remedy !== undefined) editing.change(applyRemedy(draft, remedy))
    const [line] = draft.lines
    place.current = remedy === undefined ? (order.ttn === null ? 'ttn' : 'name') : placeOf(remedy, line?.key)
  }

  useEffect(() => {
    if (!wanted.current || !canEdit) return
    wanted.current = false
    begin()
  })

  useEffect(() => {
    if (place.current === null || editing.state === null) return
    focusField(place.current)
    place.current = null
  })

  return begin
}

function placeOf(remedy: Remedy, firstLine: number | undefined): string {
  if (remedy.kind === 'set_total') return 'total'
  return firstLine === undefined || remedy.kind === 'drop_line' ? 'lines' : lineField(firstLine, 'price')
}
