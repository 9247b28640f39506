import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { toView, type OrdersSearch, type OrderView } from '../../../addresses/order-view.ts'
import { paths } from '../../../addresses/paths.ts'
import { isPhone } from './understood-words.ts'

const route = getRouteApi('/signed-in/')

type Changes = { [Field in keyof OrdersSearch]?: OrdersSearch[Field] | undefined }

export interface OrdersView {
  search: OrdersSearch
  view: OrderView
  /** Everything that narrows the list stands in the address; a field that is undefined leaves it. */
  go: (changes: Changes, options?: { replace?: boolean }) => void
  back: () => void
}

export function useOrdersView(): OrdersView {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = useMemo(() => toView(search), [search])

  const go = useCallback(
    (changes: Changes, { replace = false } = {}) => {
      void navigate({
        search: (before) => ({ ...before, ...changes }),
        replace,
        resetScroll: false,
        ...maskFor({ ...search, ...changes }),
      })
    },
    [navigate, search],
  )
  const back = useCallback(() => history.back(), [])

  return { search, view, go, back }
}

/** The page knows the phone that was searched for, and a reload keeps it; the address that can be copied does not. */
function maskFor(search: Changes) {
  if (search.q === undefined || !isPhone(search.q)) return {}
  const { q: _phone, ...shown } = search
  return { mask: { to: paths.orders, search: shown, unmaskOnReload: false } }
}
