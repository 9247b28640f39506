import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { SaveViewRequest } from '#/contract/saved-views.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { forgetView, saveView, viewsQuery } from '../../../api/views.ts'
import { readSearch, type OrdersSearch } from '../../../addresses/order-view.ts'
import { paths } from '../../../addresses/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toast } from '../../../ui/toast.ts'
import panel from './FilterPanel.module.css'
import classes from './Toolbar.module.css'

/** Lists under names of one's own, on every computer. */
export function SavedViews({ search }: { search: OrdersSearch }) {
  const queries = useQueryClient()
  const { data, error } = useQuery(viewsQuery)
  const [name, setName] = useState('')
  const refresh = () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const saving = useMutation({
    mutationFn: saveView,
    onSuccess: () => {
      setName('')
      return refresh()
    },
    onError: (problem) => toast(`Список не збережено. ${sentenceFor(problem)}`, 'danger'),
  })
  const forgetting = useMutation({
    mutationFn: forgetView,
    onSettled: refresh,
    onError: (problem) => toast(`Список не видалено. ${sentenceFor(problem)}`, 'danger'),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !saving.isPending) saving.mutate({ name: name.trim(), search: toKept(search) })
  }

  return (
    <fieldset id="saved-views" aria-label="Збережені списки" className={classes.views}>
      {error !== null && data === undefined && <p role="alert">{sentenceFor(error)}</p>}
      {data?.items.length === 0 && <p className="soft">Збережіть тут вкладку з фільтрами, яку відкриваєте щодня.</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className={classes.viewList}>
          {data.items.map((view) => (
            <li key={view.id} className={classes.chip}>
              <Link to={paths.orders} search={readSearch(view.search)}>
                {view.name}
              </Link>
              <IconButton aria-label={`Видалити список «${view.name}»`} onClick={() => forgetting.mutate(view.id)}>
                <IconTrash size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={classes.saving} onSubmit={save}>
        <label className={panel.field}>
          Назва для того, що зараз на екрані
          <input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button type="submit" variant="default" aria-disabled={saving.isPending}>
          Зберегти список
        </Button>
      </form>
    </fieldset>
  )
}

/** The list, not the order that is open over it. */
function toKept({ order: _open, ...search }: OrdersSearch): SaveViewRequest['search'] {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
