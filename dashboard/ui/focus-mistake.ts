/** After a refusal the person should be where the first mistake is; it is marked with the next drawing of the form. */
export const focusMistake = (form: HTMLElement): void =>
  void requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
