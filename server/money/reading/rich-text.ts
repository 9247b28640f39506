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
      if (isText) collected += piece
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    take: () => {
      const taken = withoutEscapes(collected)
      collected = ''
      return taken
    },
  }
}

/** Spreadsheets write a line break that XML would lose as _x000D_. */
export const withoutEscapes = (text: string): string => text.replace(/_x000[9ad]_/giu, ' ')
