import { Visitor, type ESTree } from 'vite'
import { calledName, isCode, isOutside, parse, placeOf, textOf, type SourceFile } from './source.ts'

/** Where the name of the algorithm stands among what each is given. */
const places: ReadonlyMap<string, { at: number; approved: RegExp }> = new Map(
  Object.entries({
    createHash: 0,
    createHmac: 0,
    hkdf: 0,
    hkdfSync: 0,
    pbkdf2: 4,
    pbkdf2Sync: 4,
    createCipheriv: 0,
    createDecipheriv: 0,
  }).map(([name, at]) => [name, { at, approved: name.includes('ipher') ? /^aes-256-gcm$/ : /^sha(256|384|512)$/ }]),
)

/** Signs as the CRM wants it, by settings: MD5 and SHA-1 among them, neither by default. */
const asTheCrmWants = 'server/integrations/crm/signing.ts'

/** The server hashes with SHA-256 or longer and encrypts with AES-256-GCM; the algorithm is written where it is used. */
export function otherCrypto(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file) && file.path.startsWith('server/'))
  return inside
    .filter(({ path }) => path !== asTheCrmWants)
    .flatMap((file) => {
      const found: string[] = []
      new Visitor({
        CallExpression: (node: ESTree.CallExpression) => {
          const name = calledName(node) ?? ''
          const place = places.get(name)
          if (place === undefined) return
          const algorithm = textOf(node.arguments[place.at])
          if (algorithm === null || !place.approved.test(algorithm))
            found.push(`${placeOf(file, node.start)} calls ${name} with ${algorithm ?? 'what nobody can read here'}`)
        },
      }).visit(parse(file).program)
      return found
    })
}
