import { useState } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { adoptDocuments } from '../../api/receipts.ts'
import { Button } from '../../ui/Button.tsx'
import { DismissOrphan } from './DismissOrphan.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useAdopting } from './use-adopting.ts'
import classes from './WhyNotReceipt.module.css'

interface Props {
  providerId: string
  onLeave: () => void
}

/** The two ways out when Checkbox has a document for the parcel already: take it over, or say that it is not ours. */
export function ExistingDocument({ providerId, onLeave }: Props) {
  const [asked, setAsked] = useState<'reason' | 'dismiss' | null>(null)
  const adopting = useAdopting(({ adopted, refused }) => {
    if (adopted.length > 0) onLeave()
    else if (refused[0]?.code === 'receipt.document_differs') setAsked('reason')
  })
  const refusal = adopting.error ? sentenceFor(adopting.error) : (adopting.data?.refused[0]?.detail ?? null)
  return (
    <>
      {refusal !== null && <p>{refusal}</p>}
      <p className={classes.remedy}>
        <Button
          size="compact-sm"
          loading={adopting.isPending}
          onClick={() => adopting.mutate([{ provider_id: providerId }])}
        >
          Прийняти цей чек
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsked('dismiss')}>
          Він не наш…
        </Button>
      </p>
      {asked === 'dismiss' && <DismissOrphan providerId={providerId} onClose={() => setAsked(null)} />}
      {asked === 'reason' && (
        <ReasonDialog
          title="Сума в документі інша"
          label="Чому цю суму можна прийняти"
          example="Наприклад: знижку домовилися дати вже після відправлення."
          action="Прийняти чек"
          leave="Не приймати"
          run={async (reason) => {
            const { refused } = await adoptDocuments([{ provider_id: providerId, reason }])
            if (refused[0] !== undefined) throw new Error(refused[0].detail)
          }}
          onDone={onLeave}
          onClose={() => setAsked(null)}
        >
          Чек стане чеком цього замовлення з тією сумою, яка стоїть у Checkbox.
        </ReasonDialog>
      )}
    </>
  )
}
