import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PayoutLine } from '#/contract/payouts.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { moneyKey, reopenTransfer } from '../../api/money.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { waitsForPerson } from './waits-for-person.ts'

interface Props {
  line: PayoutLine
  onSettle: (line: PayoutLine) => void
}

/** One button in one place: it keeps the focus when what it does turns into the opposite. */
export function TransferDeed({ line, onSettle }: Props) {
  const queries = useQueryClient()
  const reopening = useMutation({
    mutationFn: () => reopenTransfer(line.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: moneyKey })
      toast('Рішення знято, переказ знову потребує уваги.')
    },
    onError: (error) => toast(sentenceFor(error), 'danger'),
  })
  const isSettled = line.settled !== null
  if (!isSettled && !waitsForPerson[line.state]) return null
  return (
    <Button
      variant={isSettled ? 'subtle' : 'default'}
      size="xs"
      loading={reopening.isPending}
      onClick={() => (isSettled ? reopening.mutate() : onSettle(line))}
    >
      {isSettled ? 'Зняти рішення' : 'Вирішено…'}
      <span className="visually-hidden">, переказ {line.position}</span>
    </Button>
  )
}
