import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { toQuery, type OrderView } from '../../../addresses/order-view.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { download } from '../../../api/download.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Toolbar.module.css'

/** What is on screen as a file: the tab with its filters. */
export function ExportButton({ view }: { view: OrderView }) {
  const [busy, setBusy] = useState<'xlsx' | 'csv' | null>(null)
  const { limit: _limit, hidden, ...filters } = view
  const save = async (format: 'xlsx' | 'csv') => {
    setBusy(format)
    try {
      const name = await download(`/orders/export?${toQuery(filters)}&format=${format}`, `orders.${format}`)
      toast(`Завантажено файл ${name}`)
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    } finally {
      setBusy(null)
    }
  }
  if (hidden === true) return null
  return (
    <fieldset aria-label="Завантажити те, що на екрані" className={classes.group}>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="tool"
          aria-label={`Завантажити ${format.toUpperCase()}`}
          disabled={busy !== null}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save(format)}
        >
          {busy === format ? 'Готуємо…' : format.toUpperCase()}
        </Button>
      ))}
    </fieldset>
  )
}
