const most = 1_000_000_000

/** Thousandths of «2», «0,5», «1.125»; null for anything else, and for nothing at all of the goods. */
export function parseQuantity(typed: string): number | null {
  const parts = /^(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(typed.trim())
  if (parts === null) return null
  const thousandths = Number(parts[1]) * 1000 + Number((parts[2] ?? '').padEnd(3, '0'))
  return thousandths >= 1 && thousandths <= most ? thousandths : null
}

/** As it stands in a field: «2», «0,5». */
export const toTypedQuantity = (thousandths: number): string => String(thousandths / 1000).replace('.', ',')
