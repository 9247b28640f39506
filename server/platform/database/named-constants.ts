/** A list stands in SQL without brackets, as in `state in (:dead_states)`. */
export type Constant = number | string | readonly (number | string)[]

/** `:name`, but neither a cast (`::text`) nor a part of JSON (`"parcel":null`). */
const name = /(?<![:"'\w]):([a-z][a-z_]*)/g

/**
 * The texts with each `:name` replaced by the constant of that name. A name without a constant and a constant that no text names are
 * both mistakes of a programmer.
 */
export function withConstants(
  texts: ReadonlyMap<string, string>,
  constants: Readonly<Record<string, Constant>>,
): Map<string, string> {
  const unused = new Set(Object.keys(constants))
  const filled = Array.from(texts, ([path, text]): [string, string] => [
    path,
    text.replaceAll(name, (_whole, named: string) => {
      const constant = constants[named]
      if (constant === undefined) throw new Error(`${path}: there is no constant :${named}`)
      unused.delete(named)
      return toSql(constant)
    }),
  ])
  if (unused.size > 0) throw new Error(`no SQL names ${[...unused].map((one) => `:${one}`).join(', ')}`)
  return new Map(filled)
}

function toSql(constant: Constant): string {
  if (typeof constant === 'number') return String(constant)
  return typeof constant === 'string' ? `'${constant.replaceAll("'", "''")}'` : constant.map(toSql).join(', ')
}
