import { getRouteApi } from '@tanstack/react-router'
import { writeBehind, type Behind, type ReportView } from '../../addresses/report-view.ts'

const route = getRouteApi('/signed-in/reports')

export const useReportView = (): ReportView => route.useSearch()

const onlySet = (view: { [Name in keyof ReportView]: ReportView[Name] | '' | undefined }): ReportView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== '' && value !== undefined))

type Changes = { [Name in keyof ReportView]?: ReportView[Name] | '' | undefined }

/** Changes the address, on top of what it says by then. */
export function useSetReport(): (changes: Changes) => void {
  const navigate = route.useNavigate()
  return (changes) =>
    void navigate({
      search: (before) => onlySet({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
}

/** The rows open over the report; «back» closes them. */
export function useOpenRows(): (behind: Behind) => void {
  const navigate = route.useNavigate()
  return (behind) =>
    void navigate({ search: (before) => ({ ...before, rows: writeBehind(behind) }), resetScroll: false })
}
