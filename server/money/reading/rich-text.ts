import { limits } from './limits.ts'

/** The text of a string item: its runs one after another, without the phonetic readings beside them. */
export function collectRichText(): {
  open: (name: string) => void
  text: (piece: string) => void
  close: (name: string) => void
  take: () => string
} {
  let [collected, isPhonetic, isText] = ['', false, false]
  return {
    open: (name) => {
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = !isPhonetic
    },
    text: (piece) => {
      // Strings of a sheet that is not read may be of any length; one sign too many is enough to refuse the cell that names it.
      if (isText && collected.length <= limits.characters) collected += piece.slice(0, limits.characters + 1)
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    take: () => {
      const taken = collected.length > limits.characters ? collected : withoutEscapes(collected)
      collected = ''
      return taken
    },
  }
}

/** Spreadsheets write a line break that XML would lose as _x000D_. */
export const withoutEscapes = (text: string): string => text.replace(/_x000[9ad]_/giu, ' ')
