/** Where a command writes; tests read it. */
export interface Output {
  out(text: string): void
  err(text: string): void
  /** Set when a person uses a terminal; null: a file, a pipe, another program. */
  terminal?: Terminal | null
}

export interface Terminal {
  /** As it is, without an end of line. */
  write(text: string): void
  columns(): number
  /** Whether a line can be written over. */
  can_write_over: boolean
  /** With colour where the terminal has any. */
  style(how: Look, text: string): string
}

export type Look = 'bold' | 'dim' | 'yellow' | 'green'
