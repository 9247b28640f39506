import { expect, test } from 'vitest'
import { markupInPages } from './pages-without-markup.ts'

const found = (text: string, path = 'dashboard/ui/Note.tsx') => markupInPages([{ path, text }])

test.each([
  ['<p dangerouslySetInnerHTML={{ __html: note }} />', 'dangerouslySetInnerHTML'],
  ['element.innerHTML = note', 'innerHTML'],
  ['element.outerHTML = note', 'outerHTML'],
  ["element.insertAdjacentHTML('beforeend', note)", 'insertAdjacentHTML'],
  ['document.write(note)', 'document.write'],
  ['<iframe srcDoc={note} />', 'srcDoc'],
  ["new DOMParser().parseFromString(note, 'text/html')", 'DOMParser'],
])('«%s» is found', (text, name) => {
  expect(found(`\n${text}`)).toEqual([`dashboard/ui/Note.tsx:2 writes HTML by ${name}`])
})

test('texts as React writes them are left alone, and so is what is no page', () => {
  expect(found('<p title={note}>{note}</p>; element.textContent = note; file.document.writer()')).toEqual([])
  expect(found('const page = { innerHTML: 1 }', 'test/browser/walks.ts')).toEqual([])
})
