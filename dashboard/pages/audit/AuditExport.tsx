import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../api/api-error.ts'
import { exportAudit } from '../../api/audit.ts'
import type { AuditView } from '../../addresses/audit-view.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** What is filtered, as a file for a spreadsheet. The server makes it and records that it did. */
export function AuditExport({ view }: { view: AuditView }) {
  const save = useMutation({
    mutationFn: exportAudit,
    onSuccess: (name) => toast(`Завантажено файл ${name}`),
    onError: (error) => toast(sentenceFor(error), 'danger'),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate(view)}>
      Завантажити CSV
    </Button>
  )
}
