import type { OrderExportQuery } from '#/contract/orders.ts'

/**
 * What the file holds, in Latin letters, which every system takes for a name. What was typed into the search stays out: it
 * may be the name or phone of a buyer.
 */
export function exportName({ tab, ...filters }: OrderExportQuery): string {
  const parts = [
    'zamovlennia',
    tab ?? 'usi',
    filters.from,
    filters.to,
    filters.q && 'poshuk',
    filters.cash_register_id && `kasa_${filters.cash_register_id.slice(-4).toLowerCase()}`,
    filters.receipt_state && `chek_${filters.receipt_state}`,
    filters.parcel_group && `posylka_${filters.parcel_group}`,
    filters.sum_from !== undefined && `vid_${hryvnias(filters.sum_from)}_hrn`,
    filters.sum_to !== undefined && `do_${hryvnias(filters.sum_to)}_hrn`,
    filters.prepaid && 'z_peredoplatoiu',
    filters.edited && 'zmineni',
    filters.attention && 'potrebuiut_uvahy',
    filters.not_picked_up && 'ne_zabrano',
  ]
  return parts.filter(Boolean).join('-')
}

const hryvnias = (kopiykas: number): string => (kopiykas / 100).toFixed(2)
