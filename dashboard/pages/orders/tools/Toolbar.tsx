import {
  IconAdjustmentsHorizontal,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBookmark,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { setDensity, useDensity } from '../../../browser/density.ts'
import { countFilters } from '../../../addresses/order-view.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import { ExportButton } from './ExportButton.tsx'
import { FilterChips } from './FilterChips.tsx'
import { withoutFilters } from '../model/filter-chips.ts'
import classes from './Toolbar.module.css'
import type { OrdersView } from '../model/use-orders-view.ts'

// The list does not wait for what is opened now and then.
const FilterPanel = lazyWithRetry(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const SavedViews = lazyWithRetry(async () => (await import('./SavedViews.tsx')).SavedViews)

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
        <Button
          variant="tool"
          className={classes.narrow}
          aria-expanded={tools}
          aria-controls="order-tools"
          leftSection={filters > 0 && <IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={() => setTools(!tools)}
        >
          {filters === 0 && <IconAdjustmentsHorizontal size={18} aria-hidden />}
          <span className="visually-hidden">Фільтри та інше</span>
          {filters > 0 && filters}
        </Button>
        <div id="order-tools" className={classes.tools} data-open={tools || undefined}>
          <Button
            variant="tool"
            aria-expanded={open === 'filters'}
            aria-controls="order-filters"
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            onClick={() => toggle('filters')}
          >
            {filters === 0 ? 'Фільтри' : `Фільтри (${filters})`}
          </Button>
          <Button
            variant="tool"
            aria-expanded={open === 'views'}
            aria-controls="saved-views"
            leftSection={<IconBookmark size={18} aria-hidden />}
            onClick={() => toggle('views')}
          >
            Збережені списки
          </Button>
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
    <Button
      variant="tool"
      aria-pressed={isCompact}
      aria-label="Щільні рядки"
      title="Щільні рядки"
      onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      <Sign size={18} aria-hidden />
    </Button>
  )
}
