/** Where a command speaks; tests listen here. */
export interface Output {
  out(text: string): void
  err(text: string): void
}

/** The command did its work and the result is bad news. */
export class CommandFailed extends Error {}
