/**
 * A table whose rows become cards on a narrow screen loses its meaning with its `display`: Safari then takes the rows for plain
 * boxes. With explicit roles they stay a table.
 */
export const asTable = { role: 'table' } as const
export const asRows = { role: 'rowgroup' } as const
export const asRow = { role: 'row' } as const
export const asCell = { role: 'cell' } as const
export const asColumnHead = { role: 'columnheader' } as const
export const asRowHead = { role: 'rowheader' } as const
