import { isCode, placeOf, type SourceFile } from './source.ts'

/** React writes texts. These write markup, so a foreign text would become part of the page. */
const markup =
  /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|srcDoc|DOMParser|document\.write(?:ln)?)\b/g

/** No text is put into a page as HTML. */
export const markupInPages = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => file.path.startsWith('dashboard/') && isCode(file))
    .flatMap((file) =>
      Array.from(file.text.matchAll(markup), ({ index, 1: name }) => `${placeOf(file, index)} writes HTML by ${name}`),
    )
