import { IconArrowUp } from '@tabler/icons-react'
import { pluralize } from '#/contract/plurals.ts'
import { Button } from '../../../ui/Button.tsx'
import classes from './NewOrdersButton.module.css'

const newForms = { one: 'нове', few: 'нові', many: 'нових', other: 'нового' }

/** New orders do not push the rows down: they come when they are called. */
export function NewOrdersButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <output className={classes.news}>
      {count > 0 && (
        <Button className={classes.newOrders} leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onShow}>
          Показати {pluralize(count, newForms)}
        </Button>
      )}
    </output>
  )
}
