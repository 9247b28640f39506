/**
 * What a person typed as hryvnias, in kopiykas: «150», «150,5», «150.50», «1 234,50 ₴». null: this is no sum. The two
 * parts are read as whole numbers: 1.15 × 100 is not 115 for a computer.
 */
export function parseMoney(typed: string): number | null {
  const parts = /^(\d{1,10})(?:[.,](\d{0,2}))?$/.exec(typed.replace(/\s/g, '').replace(/(₴|грн\.?)$/i, ''))
  if (parts === null) return null
  const [, hryvnias = '', kopiykas = ''] = parts
  return Number(hryvnias) * 100 + Number(kopiykas.padEnd(2, '0'))
}
