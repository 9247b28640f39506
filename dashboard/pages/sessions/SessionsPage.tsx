import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Session } from '#/contract/auth.ts'
import { pluralize } from '#/contract/plurals.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { useEndSessions } from '../../api/mutations.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { describeDevice } from '../../browser/device.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import { SessionRow } from './SessionRow.tsx'
import classes from './SessionsPage.module.css'

const sessionForms = { one: 'сеанс', few: 'сеанси', many: 'сеансів', other: 'сеансу' }

export function SessionsPage() {
  const { items } = useSuspenseQuery(sessionsQuery).data
  const end = useEndSessions()
  const list = useRef<HTMLHeadingElement>(null)
  const others = items.filter((session) => !session.current)

  const endThese = (which: Session | 'all others', done: string) =>
    end.mutate(which, {
      onSuccess: () => {
        toast(done)
        // The button that was pressed is gone.
        list.current?.focus()
      },
      onError: (error) => toast(sentenceFor(error), 'danger'),
    })

  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle
        aside={
          others.length > 1 && (
            <Button
              variant="default"
              disabled={end.isPending}
              onClick={() => endThese('all others', 'Усі інші сеанси завершено.')}
            >
              Завершити всі інші
            </Button>
          )
        }
      >
        Мої сеанси
      </PageTitle>
      <p className="soft">
        Тут видно, де ви зараз увійшли до&nbsp;Касира. Якщо пристрій незнайомий, завершіть його сеанс і&nbsp;змініть
        пароль.
      </p>
      <h2 ref={list} tabIndex={-1}>
        {others.length === 0 ? 'Лише цей пристрій' : pluralize(items.length, sessionForms)}
      </h2>
      <ul className="sheet">
        {items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending}
            onEnd={() => endThese(session, `Сеанс завершено: ${describeDevice(session.user_agent)}.`)}
          />
        ))}
      </ul>
    </div>
  )
}
