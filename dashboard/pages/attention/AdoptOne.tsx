import { sentenceFor } from '../../api/api-error.ts'
import { useAdopting } from '../receipt-dialogs/use-adopting.ts'
import { Button } from '../../ui/Button.tsx'

/** A document without a receipt becomes the receipt of its order. */
export function AdoptOne({ providerId }: { providerId: string }) {
  const adopting = useAdopting(() => undefined)
  const refusal = adopting.error ? sentenceFor(adopting.error) : (adopting.data?.refused[0]?.detail ?? null)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={adopting.isPending}
        onClick={() => adopting.mutate([{ provider_id: providerId }])}
      >
        Прийняти
      </Button>
      {refusal !== null && <div className="soft">{refusal}</div>}
    </>
  )
}
