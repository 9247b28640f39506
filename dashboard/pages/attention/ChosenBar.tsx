import type { ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { formatCount } from '#/contract/plurals.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'

interface Props {
  count: number
  sum: number
  onClear: () => void
  children: ReactNode
}

/** In the order of Tab it comes right after the box that chooses all, not after a hundred rows. */
export function ChosenBar({ count, sum, onClear, children }: Props) {
  const said = (
    <>
      Вибрано: {formatCount(count)}
      {sum > 0 && (
        <>
          {' · '}
          <b className="figures">{formatMoney(sum)}</b>
        </>
      )}
    </>
  )
  const clear = (
    <Button size="compact-md" variant="subtle" onClick={onClear}>
      Зняти вибір
    </Button>
  )
  return (
    <ActionBar label="Вибране" edge="screen" said={said} choice={clear}>
      {children}
    </ActionBar>
  )
}
