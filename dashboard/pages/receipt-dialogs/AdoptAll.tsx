import { sentenceFor } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { useAdopting } from './use-adopting.ts'

interface Props {
  providerIds: readonly string[]
}

/** So many are taken over by one request. */
const mostAtOnce = 100

/**
 * Takes over all documents that agree with their orders; each is judged by itself, and the others stay where they are. For one
 * there is a button of its own; why it stayed is said all the same.
 */
export function AdoptAll({ providerIds }: Props) {
  const adopting = useAdopting(() => undefined)
  const refused = adopting.data?.refused ?? []
  const documents = providerIds.slice(0, mostAtOnce).map((provider_id) => ({ provider_id }))
  return (
    <>
      {adopting.error && <Notice tone="danger">{sentenceFor(adopting.error)}</Notice>}
      {refused.length > 0 && (
        <Notice tone="danger">
          Не прийнято: {refused.length}. {refused[0]?.detail}
        </Notice>
      )}
      {documents.length > 1 && (
        <Button
          size="compact-sm"
          wraps
          variant="default"
          loading={adopting.isPending}
          onClick={() => adopting.mutate(documents)}
        >
          Прийняти всі, що збігаються із замовленнями
        </Button>
      )}
    </>
  )
}
