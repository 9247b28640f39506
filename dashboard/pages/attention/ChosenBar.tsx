import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { formatCount } from '#/contract/plurals.ts'
import classes from './ChosenBar.module.css'

interface Props {
  count: number
  sum: number
  onClear: () => void
  children: ReactNode
}

/**
 * What is chosen and what can be done with all of it, at the lower edge of the screen. In the order of Tab it comes right
 * after the box that chooses all, not after a hundred rows.
 */
export function ChosenBar({ count, sum, onClear, children }: Props) {
  return (
    <section className={classes.bar} data-bottom-bar aria-label="Вибране">
      <output className={classes.count}>
        Вибрано: {formatCount(count)}
        {sum > 0 && (
          <>
            {' · '}
            <b className="figures">{formatMoney(sum)}</b>
          </>
        )}
      </output>
      <Button size="compact-md" variant="subtle" onClick={onClear}>
        Зняти вибір
      </Button>
      <div className={classes.deeds}>{children}</div>
    </section>
  )
}
