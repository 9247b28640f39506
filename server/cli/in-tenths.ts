/** «3,2»: as it is written in Ukrainian. */
export const inTenths = (value: number): string => value.toFixed(1).replace('.', ',')
