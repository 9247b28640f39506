const legalForm =
  /^(?:фізична особа[\s-]*підприємець|фоп|товариство з обмеженою відповідальністю|тов|приватне підприємство|пп)\s+/u

/** Names that mean one payee have one key: the bank writes the legal form out, the provider shortens it or leaves it away. */
export const payeeKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLocaleLowerCase('uk')
    // Quotation marks and apostrophes of every kind.
    .replace(/[\p{Pi}\p{Pf}\u201E"'`\u02BC]/gu, '’')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(legalForm, '')
    .replace(/^’+|(?<!’)’+$/gu, '')
