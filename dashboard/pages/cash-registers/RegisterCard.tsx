import { IconFlask, IconPlayerPause, IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { checkCashRegister, makeDefault } from '../../api/cash-registers.ts'
import { formatDateTime } from '../../words/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './CashRegistersPage.module.css'
import { HealthBadge } from './HealthBadge.tsx'
import { healthWords } from './health-parts.ts'
import { RegisterDialog } from './RegisterDialog.tsx'
import { ProblemList, RegisterFacts } from './RegisterFacts.tsx'
import { RemoveRegisterDialog } from './RemoveRegisterDialog.tsx'
import { useRegisterChange } from './use-register-change.ts'

interface Props {
  register: CashRegister
  /** `names`: a cashier works with names and whether they work; `facts`: only looks; `all`: changes. */
  shows: 'names' | 'facts' | 'all'
}

export function RegisterCard({ register, shows }: Props) {
  const { health } = register
  return (
    <li className={classes.card} data-off={!register.active || undefined}>
      <div className={classes.head}>
        <h2 className={classes.name}>{register.name}</h2>
        <Marks register={register} />
        <span className={classes.checked}>
          {health.checked_at === null ? (
            'Ще не перевірялась'
          ) : (
            <>
              Перевірено <time dateTime={health.checked_at}>{formatDateTime(health.checked_at)}</time>
            </>
          )}
        </span>
      </div>
      {shows === 'names' ? <ProblemList problems={health.problems} /> : <RegisterFacts register={register} />}
      {shows === 'all' && <Actions register={register} />}
    </li>
  )
}

function Marks({ register: { is_default, is_test, active, health } }: { register: CashRegister }) {
  return (
    <>
      {active ? (
        <HealthBadge state={health.state} />
      ) : (
        <Badge icon={IconPlayerPause} tone="quiet">
          вимкнено
        </Badge>
      )}
      {is_default && (
        <Badge icon={IconStar} tone="accent">
          за замовчуванням
        </Badge>
      )}
      {is_test === true && (
        <Badge icon={IconFlask} tone="warn">
          тестова
        </Badge>
      )}
    </>
  )
}

function Actions({ register }: { register: CashRegister }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const check = useRegisterChange(checkCashRegister, ({ name, health }) =>
    toast(`Касу «${name}» перевірено: ${healthWords[health.state].toLocaleLowerCase('uk')}.`),
  )
  const choose = useRegisterChange(makeDefault, ({ name }) => toast(`Каса за замовчуванням: «${name}».`))
  const error = check.error ?? choose.error
  const { name, id } = register
  return (
    <>
      {error !== null && <Notice tone="danger">{sentenceFor(error)}</Notice>}
      <div className={classes.actions}>
        <Button variant="default" size="xs" loading={check.busy} onClick={() => check.run(id)}>
          Перевірити з’єднання
        </Button>
        <Button variant="default" size="xs" aria-label={`Змінити: ${name}`} onClick={() => setOpen('edit')}>
          Змінити
        </Button>
        {!register.is_default && register.active && (
          <Button variant="default" size="xs" loading={choose.busy} onClick={() => choose.run(id)}>
            Зробити за замовчуванням
          </Button>
        )}
        <Button
          variant="subtle"
          tone="danger"
          size="xs"
          aria-label={`Видалити: ${name}`}
          onClick={() => setOpen('remove')}
        >
          Видалити
        </Button>
      </div>
      {open === 'edit' && <RegisterDialog register={register} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveRegisterDialog register={register} onClose={() => setOpen(null)} />}
    </>
  )
}
