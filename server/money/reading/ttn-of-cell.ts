import { toTtn } from '#/server/integrations/ttn.ts'
import type { Cell } from './table.ts'

export type TtnTrouble = 'spoilt' | 'no_ttn'
export interface FoundTtn {
  ttn: string
  /** Not fourteen digits, or digits that a spreadsheet may have rounded: taken, and reported. */
  isOdd: boolean
}

/** 2,045E+13: a spreadsheet took the TTN for a number and kept its first digits only. */
const exponent = /^\d+(?:[.,]\d+)?e[+-]?\d+$/iu
/** With all blanks and dashes. */
const longest = 100
const roundedTail = /0{7}$/

export function toTtnOfCell(cell: Cell | undefined): FoundTtn | TtnTrouble {
  if (cell?.kind === 'number') return fromNumber(Number(cell.text))
  if (cell?.kind !== 'text' || cell.text.length > longest) return 'no_ttn'
  // ="2045…" and '2045… are how people keep a spreadsheet from taking digits for a number.
  const ttn =
    toTtn(
      cell.text
        .trim()
        .replace(/^="(.*)"$/u, '$1')
        .replace(/^['’]/u, ''),
    ) ?? ''
  if (exponent.test(ttn)) return 'spoilt'
  if (/^\d{14}$/.test(ttn)) return { ttn, isOdd: roundedTail.test(ttn) }
  return looksLikeTtn(ttn) ? { ttn, isOdd: true } : 'no_ttn'
}

const looksLikeTtn = (text: string): boolean => /^[\p{L}\d]{8,36}$/u.test(text) && /\d/.test(text)

function fromNumber(value: number): FoundTtn | TtnTrouble {
  if (!Number.isSafeInteger(value) || value < 0) return 'spoilt'
  const ttn = String(value)
  if (roundedTail.test(ttn)) return 'spoilt'
  if (ttn.length === 14) return { ttn, isOdd: false }
  return looksLikeTtn(ttn) ? { ttn, isOdd: true } : 'no_ttn'
}

export const ttnTroubles: Record<TtnTrouble, string> = {
  spoilt: 'це ТТН, цифри якої зіпсував табличний редактор; візьміть файл із листа без змін',
  no_ttn: 'це не схоже на ТТН',
}
