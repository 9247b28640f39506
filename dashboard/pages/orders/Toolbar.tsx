import {
  IconAdjustmentsHorizontal,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBookmark,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { setDensity, useDensity } from '../../density.ts'
import { countFilters } from '../../order-view.ts'
import { ExportButton } from './ExportButton.tsx'
import { FilterChips } from './FilterChips.tsx'
import { withoutFilters } from './filter-chips.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { SavedViews } from './SavedViews.tsx'
import classes from './Toolbar.module.css'
import type { OrdersView } from './use-orders-view.ts'

interface Props extends OrdersView {
  registers: readonly { id: string; name: string }[] | undefined
  /** The search box. */
  children: ReactNode
}

export function Toolbar({ search, view, go, registers, children }: Props) {
  const [open, setOpen] = useState<'filters' | 'views' | null>(null)
  const toggle = (panel: 'filters' | 'views') => setOpen(open === panel ? null : panel)
  const filters = countFilters(view)
  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        {children}
        <button
          type="button"
          className={classes.button}
          aria-expanded={open === 'filters'}
          aria-controls="order-filters"
          onClick={() => toggle('filters')}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          {filters === 0 ? 'Фільтри' : `Фільтри (${filters})`}
        </button>
        <button
          type="button"
          className={classes.button}
          aria-expanded={open === 'views'}
          aria-controls="saved-views"
          onClick={() => toggle('views')}
        >
          <IconBookmark size={18} aria-hidden />
          Збережені списки
        </button>
        <ExportButton view={view} />
        <DensityButton />
      </div>
      {open === 'filters' && <FilterPanel search={search} registers={registers ?? []} onChange={go} />}
      {open === 'views' && <SavedViews search={search} />}
      <FilterChips
        view={view}
        registers={registers}
        onRemove={(name) => go({ [name]: undefined })}
        onRemoveAll={() => go({ ...withoutFilters })}
      />
    </div>
  )
}

function DensityButton() {
  const density = useDensity()
  const isCompact = density === 'compact'
  const Sign = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={isCompact}
      aria-label="Щільні рядки"
      title="Щільні рядки"
      onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      <Sign size={18} aria-hidden />
    </button>
  )
}
