import { useState } from 'react'
import type { Passkey } from '#/contract/auth.ts'
import type { SecondFactorState } from '#/contract/second-factor.ts'
import { passkeysWork } from '../../api/passkeys-work.ts'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import classes from './SecurityPage.module.css'

export function PasskeysCard({ state: { passkeys } }: { state: Pick<SecondFactorState, 'passkeys'> }) {
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <Card title="Ключі доступу">
      <p>
        Відбиток пальця, обличчя, PIN-код пристрою або USB-ключ замість пароля й&nbsp;коду. Підробленому сайту такий
        ключ не&nbsp;відкриється.
      </p>
      {passkeys.length > 0 && (
        <ul className={classes.keys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {passkeysWork() ? (
        <div className={classes.state}>
          <span className="soft">{passkeys.length === 0 && 'Ключів ще немає'}</span>
          <Button variant="default" onClick={() => setAdding(true)}>
            Додати ключ доступу
          </Button>
        </div>
      ) : (
        <NotHere />
      )}
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removed !== null && <RemovePasskeyDialog passkey={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

/** Why not: most often the dashboard was opened by its IP address. */
function NotHere() {
  return (
    <Notice tone="quiet">
      Тут ключ доступу не&nbsp;додати: браузери дозволяють такі ключі лише на&nbsp;адресах <code>https://</code> і&nbsp;
      <code>http://localhost</code>, а&nbsp;Касир відкрито за&nbsp;адресою <code>{location.origin}</code>.
    </Notice>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  return (
    <li className={classes.key}>
      <div className={classes.about}>
        <div className={classes.name}>{name}</div>
        <div className={classes.facts}>
          Додано <time dateTime={created_at}>{formatDay(created_at)}</time> ·{' '}
          {last_used_at === null ? (
            'ще не використано'
          ) : (
            <>
              останній вхід <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
            </>
          )}
        </div>
      </div>
      <Button variant="default" size="xs" aria-label={`Видалити ключ доступу: ${name}`} onClick={onRemove}>
        Видалити
      </Button>
    </li>
  )
}
