import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { OrdersSearch } from '../../order-view.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../shell/user.ts'
import panel from './FilterPanel.module.css'
import { forgetView, saveView, useSavedViews } from './saved-views.ts'
import classes from './Toolbar.module.css'

/** Lists under names of one's own. */
export function SavedViews({ search }: { search: OrdersSearch }) {
  const { id } = useUser()
  const views = useSavedViews(id)
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    const { order: _open, ...kept } = search
    saveView(id, { name: name.trim(), search: kept })
    setName('')
  }

  return (
    <fieldset id="saved-views" aria-label="Збережені вигляди" className={classes.views}>
      {views.length === 0 ? (
        <p className="soft">Збережіть тут вкладку з фільтрами, яку відкриваєте щодня.</p>
      ) : (
        <ul className={classes.viewList}>
          {views.map((view) => (
            <li key={view.name} className={classes.chip}>
              <Link to={paths.orders} search={view.search}>
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`Видалити вигляд «${view.name}»`}
                onClick={() => forgetView(id, view.name)}
              >
                <IconTrash size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={classes.saving} onSubmit={save}>
        <label className={panel.field}>
          Назва для того, що зараз на екрані
          <input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <button type="submit" className={classes.button}>
          Зберегти вигляд
        </button>
      </form>
    </fieldset>
  )
}
