import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { downloadOrders } from './download-orders.ts'
import classes from './Toolbar.module.css'

/** What is on screen as a file: the tab with its filters. */
export function ExportButton({ view }: { view: OrderView }) {
  const [busy, setBusy] = useState<'xlsx' | 'csv' | null>(null)
  const download = async (format: 'xlsx' | 'csv') => {
    setBusy(format)
    try {
      toast(`Завантажено файл ${await downloadOrders(view, format)}`)
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    } finally {
      setBusy(null)
    }
  }
  if (view.hidden === true) return null
  return (
    <fieldset aria-label="Завантажити те, що на екрані" className={classes.group}>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="tool"
          aria-label={`Завантажити ${format.toUpperCase()}`}
          disabled={busy !== null}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download(format)}
        >
          {busy === format ? 'Готуємо…' : format.toUpperCase()}
        </Button>
      ))}
    </fieldset>
  )
}
