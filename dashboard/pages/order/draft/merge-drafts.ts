import { draftFields, isSame, type DraftField, type OrderDraft } from './order-draft.ts'

export interface Merged {
  draft: OrderDraft
  /** Changed by both, differently: a person chooses. Mine stands in the draft until then. */
  conflicts: DraftField[]
  /** Changed by them alone: theirs is in the draft. */
  taken: DraftField[]
}

/** Both began with `base`. Nothing of either is lost without a person having seen it. */
export function mergeDrafts(base: OrderDraft, mine: OrderDraft, theirs: OrderDraft): Merged {
  const news = draftFields.filter((field) => !isSame(field, base, theirs) && !isSame(field, mine, theirs))
  const taken = news.filter((field) => isSame(field, base, mine))
  const draft = taken.reduce((merged, field) => withField(merged, field, theirs), mine)
  return { draft, conflicts: news.filter((field) => !taken.includes(field)), taken }
}

export const withField = (draft: OrderDraft, field: DraftField, from: OrderDraft): OrderDraft => ({
  ...draft,
  [field]: from[field],
})
