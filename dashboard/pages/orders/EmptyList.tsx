import { Link } from '@tanstack/react-router'
import { tabWords } from '#/contract/order-words.ts'
import type { Tab } from '#/contract/tabs.ts'
import { countFilters, type OrderView } from '../../addresses/order-view.ts'
import { paths } from '../../addresses/paths.ts'
import { countWord, type Counted } from './count-word.ts'
import { withoutFilters } from './filter-chips.ts'
import { tabOrder } from './OrderTabs.tsx'
import classes from './OrdersPage.module.css'
import { searchedIn } from './understood-words.ts'

/** An empty tab is mostly good news. */
const emptyWords: Record<Tab, [string, string]> = {
  no_receipt: ['Усі замовлення мають чеки', 'Нові з’являться тут самі, щойно надійдуть із\u00a0CRM.'],
  has_receipt: ['Немає чеків, які очікують оплати', 'Створені чеки стоятимуть тут, доки посилку не отримають.'],
  received: ['Отриманих посилок ще немає', 'Замовлення перейде сюди, щойно одержувач забере посилку.'],
  refused: ['Жодної відмови', 'Усі одержувачі забирають свої посилки.'],
}

/** In a shop that has just begun. */
const firstWords = 'Вони з’являться тут самі, щойно надійдуть із\u00a0CRM.'

interface Props {
  view: OrderView
  answer: Counted
}

export function EmptyList({ view, answer }: Props) {
  const filters = countFilters(view)
  if (view.hidden === true)
    return <Empty title="Прихованих замовлень немає" text="Приховане можна буде повернути звідси." />
  if (view.q === undefined && filters === 0 && tabOrder.every((tab) => answer.counts[tab] === 0))
    return <Empty title="Замовлень ще немає" text={firstWords} />
  if (view.q === undefined && filters === 0)
    return <Empty title={emptyWords[view.tab][0]} text={emptyWords[view.tab][1]} />
  const elsewhere = tabOrder.filter((tab) => tab !== view.tab && answer.counts[tab] > 0)
  return (
    <div className={classes.empty}>
      <h2>
        {view.q === undefined ? 'За цими фільтрами' : `За запитом «${view.q}»`} {elsewhere.length > 0 ? 'тут ' : ''}
        нічого не знайдено
      </h2>
      {view.q !== undefined && <p className="soft">{searchedIn(view.q)}</p>}
      {elsewhere.length > 0 && (
        <p>
          Є в інших вкладках:{' '}
          {elsewhere.map((tab, place) => (
            <span key={tab}>
              {place > 0 && ', '}
              <Link to={paths.orders} search={(before) => ({ ...before, tab })}>
                {tabWords[tab]} ({countWord(answer, tab)})
              </Link>
            </span>
          ))}
        </p>
      )}
      {filters > 0 && (
        <p>
          <Link to={paths.orders} search={(before) => ({ ...before, ...withoutFilters })}>
            Скинути фільтри ({filters})
          </Link>
        </p>
      )}
    </div>
  )
}

function Empty({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      <p className="soft">{text}</p>
    </div>
  )
}
