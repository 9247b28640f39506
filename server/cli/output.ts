/** Where a command speaks; tests listen here. */
export interface Output {
  out(text: string): void
  err(text: string): void
}
