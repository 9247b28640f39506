import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './CashRegistersPage.module.css'
import { RegisterCard } from './RegisterCard.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import { FailureNotice } from '../failures/FailureNotice.tsx'

export function CashRegistersPage() {
  const { role } = useUser()
  const { data, error, refetch } = useQuery(cashRegistersQuery)
  const [adding, setAdding] = useState(false)
  const canWrite = may(role, 'register.write')
  const shows = canWrite ? 'all' : may(role, 'audit.read') ? 'facts' : 'names'
  const isEmpty = data?.items.length === 0
  const add = canWrite && <Button onClick={() => setAdding(true)}>Додати касу</Button>

  return (
    <div className="stack" data-wide>
      <PageTitle aside={!isEmpty && add}>Каси</PageTitle>
      {!canWrite && <p className="soft">Ключі й налаштування кас: доступно адміністратору.</p>}
      {error !== null && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={220} />}
      {isEmpty && (
        <div className={classes.empty}>
          <p>
            <b>Додайте касу, щоб створювати чеки</b>
          </p>
          <p className="soft">Потрібні ключ ліцензії та PIN-код касира з Checkbox і ключ API Нової пошти.</p>
          {add}
        </div>
      )}
      <ul className={classes.list}>
        {data?.items.map((register) => (
          <RegisterCard key={register.id} register={register} shows={shows} />
        ))}
      </ul>
      {adding && <RegisterDialog register={null} onClose={() => setAdding(false)} />}
    </div>
  )
}
