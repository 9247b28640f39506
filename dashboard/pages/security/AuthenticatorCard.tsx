import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorSetup, SecondFactorState } from '#/contract/second-factor.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { removeAuthenticator, setUpAuthenticator } from '../../api/second-factor.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { formatDay } from '../../words/format.ts'
import { ProveDialog } from './ProveDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
import classes from './SecurityPage.module.css'

interface Props {
  state: Pick<SecondFactorState, 'authenticator' | 'authenticator_since'>
}

export function AuthenticatorCard({ state: { authenticator, authenticator_since } }: Props) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [removing, setRemoving] = useState(false)
  const begin = useMutation({ mutationFn: setUpAuthenticator, onSuccess: setSetup })
  return (
    <Card title="Застосунок з кодами">
      <p>
        Застосунок на телефоні щопівхвилини показує новий код із шести цифр. Касир питатиме його після пароля, один раз
        за&nbsp;вхід.
      </p>
      {begin.error && <Notice tone="danger">{sentenceFor(begin.error)}</Notice>}
      <div className={classes.state}>
        {authenticator ? (
          <Badge icon={IconCircleCheck} tone="good">
            {authenticator_since === null ? 'під’єднано' : `під’єднано ${formatDay(authenticator_since)}`}
          </Badge>
        ) : (
          <Badge icon={IconCircleDashed} tone="quiet">
            не під’єднано
          </Badge>
        )}
        {authenticator ? (
          <Button variant="default" onClick={() => setRemoving(true)}>
            Від’єднати застосунок
          </Button>
        ) : (
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            Під’єднати застосунок
          </Button>
        )}
      </div>
      {setup !== null && <SetUpDialog setup={setup} onClose={() => setSetup(null)} />}
      {removing && (
        <ProveDialog
          title="Від’єднати застосунок з кодами?"
          verb="Від’єднати"
          keep="Залишити застосунок"
          danger
          run={removeAuthenticator}
          onDone={() => toast('Застосунок з\u00a0кодами від’єднано.')}
          onClose={() => setRemoving(false)}
        >
          Його коди перестануть діяти. Якщо ключа доступу немає, для входу вистачить самого пароля, а&nbsp;коди
          відновлення зникнуть.
        </ProveDialog>
      )}
    </Card>
  )
}
