/** The name behind an id of the address; a list that is not here yet names nothing. */
export const nameIn = (items: readonly { id: string; name: string }[] | undefined, id: string, none: string): string =>
  id === 'none' ? none : (items?.find((item) => item.id === id)?.name ?? '…')
