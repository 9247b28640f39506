import { placeOf, type SourceFile } from './source.ts'

/** Where buttons, badges, lists of choices and tables are made; the gallery's own page is none of the product. */
const home = /^dashboard\/(ui|gallery)\//
const tag = /<(button|select|option|table)(?=[\s>])/g
const library = /from '(@mantine\/core)'/g
const namesake = /(?:function|const) (Button|IconButton|Badge|Select|SelectField|TextField)\b/g

/** There is one button, one badge, one list of choices and one table, in `dashboard/ui`; a new look is a variant of that one. */
export function secondControls(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('dashboard/') && path.endsWith('.tsx') && !home.test(path))
    .flatMap((file) =>
      [
        found(file, tag, (name) => `makes a <${name}> of its own`),
        found(file, library, (name) => `takes a control of ${name}`),
        found(file, namesake, (name) => `makes a ${name} of its own`),
      ].flat(),
    )
}

const found = (file: SourceFile, pattern: RegExp, fault: (name: string) => string): string[] =>
  Array.from(file.text.matchAll(pattern), ({ index, 1: name = '' }) => `${placeOf(file, index)} ${fault(name)}`)
