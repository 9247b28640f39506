import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../api/api-error.ts'
import { listAuditEntries, mostExported } from '../../api/audit.ts'
import type { AuditView } from '../../audit-view.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { auditFileName, toAuditCsv } from './audit-csv.ts'

/** What is filtered, as a file for a spreadsheet. */
export function AuditExport({ view }: { view: AuditView }) {
  const save = useMutation({
    mutationFn: listAuditEntries,
    onSuccess: ({ items, more }) => {
      saveFile(auditFileName(view), 'text/csv;charset=utf-8', toAuditCsv(items))
      if (more)
        toast(`У файлі лише ${mostExported} найновіших записів. Звузьте проміжок, щоб отримати решту.`, 'danger')
    },
    onError: (error) => toast(sentenceFor(error), 'danger'),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate(view)}>
      Зберегти у файл
    </Button>
  )
}
