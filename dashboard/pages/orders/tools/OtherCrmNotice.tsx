import { useState } from 'react'
import type { SyncReport } from '#/contract/orders.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import { may } from '#/contract/permissions.ts'
import { useUser } from '../../../api/user.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { OtherCrmDialog } from './OtherCrmDialog.tsx'
import classes from './OtherCrmNotice.module.css'

interface Props {
  sync: SyncReport | undefined
  onDecided: () => void
}

/** No orders come until an admin says whose orders the CRM of the settings has. */
export function OtherCrmNotice({ sync, onDecided }: Props) {
  const mayDecide = may(useUser().role, 'crm.decide')
  const [decision, setDecision] = useState<CrmDecision['decision'] | null>(null)
  if (!sync?.other_crm) return null
  const choices = (
    <div className={classes.choices}>
      <Button size="compact-sm" variant="default" onClick={() => setDecision('same')}>
        Той самий магазин…
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setDecision('new')}>
        Інший магазин…
      </Button>
    </div>
  )
  return (
    <>
      <Notice tone="danger" below={mayDecide && choices}>
        {sync.problem?.detail} Із замовленнями, що вже в черзі, працюйте як завжди.
      </Notice>
      {decision !== null && (
        <OtherCrmDialog
          decision={decision}
          other={sync.other_crm}
          onDecided={onDecided}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  )
}
