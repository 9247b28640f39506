import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../api/api-error.ts'
import { exportReport, type ReportExport } from '../../api/reports.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ReportsPage.module.css'

/** The same table as a file, or on paper. The server makes the file and records that it did. */
export function ReportDeeds({ table }: { table: ReportExport | null }) {
  return (
    <div className={classes.deeds}>
      {table !== null && (
        <>
          <Save table={table} format="xlsx" />
          <Save table={table} format="csv" />
        </>
      )}
      <Button variant="default" onClick={() => window.print()}>
        Друкувати
      </Button>
    </div>
  )
}

function Save({ table, format }: { table: ReportExport; format: 'xlsx' | 'csv' }) {
  const save = useMutation({
    mutationFn: () => exportReport(table, format),
    onSuccess: (name) => toast(`Завантажено файл ${name}`),
    onError: (error) => toast(sentenceFor(error), 'danger'),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      <span className={classes.verb}>Завантажити&nbsp;</span>
      {format.toUpperCase()}
    </Button>
  )
}
