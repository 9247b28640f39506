import { posix } from 'node:path'
import { limits } from './limits.ts'
import { damaged, notATable, tooLarge, unsafe } from './refusals.ts'
import type { Parts } from './unzip.ts'
import { readXml } from './xml.ts'

export interface Workbook {
  is1904: boolean
  sheet: string
  /** How many sheets a person sees besides. */
  others: number
  strings: string | null
  styles: string | null
}

const workbook = 'xl/workbook.xml'
const relationships = 'xl/_rels/workbook.xml.rels'

/** None of these is ever opened; a payout list has none of them, so a file that has one is something else. */
const suspicious: readonly (readonly [RegExp, string])[] = [
  [/vbaproject\.bin$/, 'у ньому є макроси'],
  [/^xl\/macrosheets\//, 'у ньому є макроси'],
  [/^xl\/(externallinks|connections)/, 'у ньому є зв’язки з іншими файлами'],
  [/^xl\/(activex|embeddings)\//, 'у ньому є вкладені програми або документи'],
]

export async function readWorkbook(parts: Parts): Promise<Workbook> {
  for (const [pattern, what] of suspicious) if (parts.names.some((name) => pattern.test(name))) throw unsafe(what)
  if (parts.names.includes('xl/workbook.bin'))
    throw notATable('двійкова таблиця XLSB', 'відкрийте її в табличному редакторі й збережіть як XLSX')
  if (!parts.names.includes(workbook)) throw notATable('архів, у якому немає таблиці')
  const { is1904, sheets } = await readSheets(parts)
  const links = await readRelationships(parts)
  const [first, ...others] = sheets.filter(({ isHidden }) => !isHidden)
  const sheet = links.find(({ id }) => id === first?.relationship)
  if (sheet === undefined || sheet.type !== 'worksheet') throw damaged('у ньому немає аркуша з таблицею')
  const find = (type: string, usual: string): string | null =>
    [links.find((link) => link.type === type)?.part, usual].find((name) => name && parts.names.includes(name)) ?? null
  return {
    is1904,
    sheet: sheet.part,
    others: others.length,
    strings: find('sharedStrings', 'xl/sharedstrings.xml'),
    styles: find('styles', 'xl/styles.xml'),
  }
}

interface Sheet {
  relationship: string
  isHidden: boolean
}

async function readSheets(parts: Parts): Promise<{ is1904: boolean; sheets: Sheet[] }> {
  const sheets: Sheet[] = []
  let is1904 = false
  await readXml(parts.read(workbook), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      if (sheets.length === limits.parts) throw tooLarge('2\u00a0000 аркушів')
      // The prefix of «id» is whatever the program that wrote the file calls that namespace.
      const [, relationship = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push({ relationship, isHidden: /hidden/iu.test(attributes['state'] ?? '') })
    },
  })
  return { is1904, sheets }
}

interface Relationship {
  id: string
  type: string
  part: string
}

async function readRelationships(parts: Parts): Promise<Relationship[]> {
  const found: Relationship[] = []
  await readXml(parts.read(relationships), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      if (attributes['TargetMode'] === 'External') throw unsafe('у ньому є зв’язки з іншими файлами')
      if (found.length === limits.parts) throw tooLarge('2\u00a0000 зв’язків між частинами')
      const type = (attributes['Type'] ?? '').split('/').at(-1) ?? ''
      found.push({ id: attributes['Id'] ?? '', type, part: partOf(attributes['Target'] ?? '') })
    },
  })
  return found
}

/** A target stands relative to the folder of the workbook or, with a slash, to the root of the archive. */
function partOf(target: string): string {
  const path = target.replaceAll('\\', '/')
  const part = posix.normalize(path.startsWith('/') ? path.slice(1) : `xl/${path}`)
  if (part.startsWith('..') || part.startsWith('/')) throw unsafe('частина архіву вказує за його межі')
  return part.toLowerCase()
}
