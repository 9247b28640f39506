/** A page without its blocks of code, line by line as it was. */
export const withoutBlocks = (page: string): string =>
  page.replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm, (block) => block.replace(/[^\n]+/g, ''))

/** And without the code inside its lines: what stands in code is neither link nor prose. */
export const withoutCode = (page: string): string =>
  withoutBlocks(page).replace(/`[^`\n]+`/g, (code) => ' '.repeat(code.length))
