import { limits } from './limits.ts'
import { notATable, tooLarge, unsafe } from './refusals.ts'

const asXlsx = 'відкрийте файл у табличному редакторі й збережіть як XLSX'

/** First bytes of what people take for a payout list, and what to tell them. The name of a file says nothing about it. */
const others: readonly (readonly [string, string, string?])[] = [
  ['%PDF', 'документ PDF'],
  ['\u{89}PNG', 'картинка'],
  ['\u{ff}\u{d8}\u{ff}', 'картинка'],
  ['GIF8', 'картинка'],
  ['RIFF', 'картинка'],
  ['{\\rtf', 'документ RTF', asXlsx],
  ['Rar!', 'архів RAR', 'розпакуйте його й завантажте таблицю'],
  ['7z\u{bc}\u{af}', 'архів 7Z', 'розпакуйте його й завантажте таблицю'],
  ['\u{1f}\u{8b}', 'архів GZ', 'розпакуйте його й завантажте таблицю'],
]

const oldSpreadsheet = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export function requireKind(bytes: Uint8Array): 'xlsx' | 'text' {
  if (bytes.byteLength > limits.bytes) throw tooLarge('5\u00a0МБ')
  const start = Buffer.from(bytes.subarray(0, 1024))
  if (bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09))
    throw notATable('порожній файл')
  if (start.subarray(0, 8).equals(oldSpreadsheet)) throw oldSpreadsheetRefusal(bytes)
  // The mark of a first part, of an archive without any, or of one that was cut into pieces.
  if (/^504b(0304|0506|0708)/.test(start.toString('hex', 0, 4))) return 'xlsx'
  const text = start.toString('latin1')
  const [, kind, advice] = others.find(([mark]) => text.startsWith(mark)) ?? []
  if (kind !== undefined) throw notATable(kind, advice)
  // Banks and web pages hand out HTML and XML under the name of XLS; spreadsheets open it without a word.
  const plain = text.replaceAll('\0', '').replace(/^(?:\u{ef}\u{bb}\u{bf}|\u{ff}\u{fe}|\u{fe}\u{ff})?\s*/u, '')
  if (/^<(!doctype|html|\?xml|table|head|body|meta|!--)/iu.test(plain)) throw notATable('сторінка HTML або XML', asXlsx)
  if (/^[{[]/.test(plain)) throw notATable('дані JSON')
  return 'text'
}

/** A spreadsheet locked with a password is put into the container of the old ones. */
function oldSpreadsheetRefusal(bytes: Uint8Array): Error {
  const isLocked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
  return isLocked ? unsafe('його захищено паролем') : notATable('стара таблиця XLS', asXlsx)
}
