interface Fields {
  values: Record<string, unknown>
  getInputNode(path: string): HTMLElement | null
}

/** After a refusal the person should be where the first mistake is. The fields stand in the order of the values. */
export function focusFirst(form: Fields, errors: Record<string, unknown>): void {
  const first = Object.keys(form.values).find((field) => errors[field] !== undefined)
  if (first !== undefined) form.getInputNode(first)?.focus()
}
