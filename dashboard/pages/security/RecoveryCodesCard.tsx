import { useState } from 'react'
import { pluralize } from '#/contract/plurals.ts'
import { showRecoveryCodes } from '../../api/prompts.ts'
import { makeRecoveryCodes } from '../../api/second-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProveDialog } from './ProveDialog.tsx'
import classes from './SecurityPage.module.css'

const codes = { one: 'код', few: 'коди', many: 'кодів', other: 'коду' }

/** With so few left the person should make new ones. */
const fewCodes = 3

export function RecoveryCodesCard({ left }: { left: number }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Коди відновлення">
      <p>Ними входять, коли телефона немає під рукою. Кожен діє один раз.</p>
      {left <= fewCodes && (
        <Notice tone="warn">
          {left === 0 ? 'Кодів не\u00a0залишилося. ' : `Залишилося лише ${pluralize(left, codes)}. `}
          Створіть нові, щоб не&nbsp;втратити доступу без телефона.
        </Notice>
      )}
      <div className={classes.state}>
        <span>
          Залишилося <strong>{pluralize(left, codes)}</strong>
        </span>
        <Button variant="default" onClick={() => setAsking(true)}>
          Створити нові коди
        </Button>
      </div>
      {asking && (
        <ProveDialog
          title="Створити нові коди відновлення?"
          verb="Створити нові"
          keep="Залишити попередні"
          run={makeRecoveryCodes}
          onDone={({ recovery_codes }) => showRecoveryCodes(recovery_codes)}
          onClose={() => setAsking(false)}
        >
          Усі попередні коди перестануть діяти, навіть невикористані.
        </ProveDialog>
      )}
    </Card>
  )
}
