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
  searchBox: ReactNode
  freshness: ReactNode
}

export function Toolbar({ search, view, go, registers, searchBox, freshness }: Props) {
  const [open, setOpen] = useState<'filters' | 'views' | null>(null)
  // On a narrow screen they are behind one button; elsewhere they are always in sight.
  const [tools, setTools] = useState(false)
  const toggle = (panel: 'filters' | 'views') => setOpen(open === panel ? null : panel)
  const filters = countFilters(view)
  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        {searchBox}
        <button
          type="button"
          className={classes.button}
          data-narrow
          aria-expanded={tools}
          aria-controls="order-tools"
          onClick={() => setTools(!tools)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          <span className="visually-hidden">Фільтри та інше</span>
          {filters > 0 && ` ${filters}`}
        </button>
        <div id="order-tools" className={classes.tools} data-open={tools || undefined}>
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
        {freshness}
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
