import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createPlacing, type Look, type Place } from './first-load.ts'
import { precompress } from './precompress.ts'

const placeOf = createPlacing()

/** The modules of a place of the first load, or those of them that so many files need, in one file. */
const group = (place: Place, name: string, minShareCount = 1) => ({
  debugName: name,
  name: (id: string, bundle: { getModuleInfo: Look }) =>
    placeOf(id, (one) => bundle.getModuleInfo(one)) === place ? name : null,
  minShareCount,
})

/** Writes down what the files of the build are made of, for the tests of it: the files themselves do not tell any more. */
const contents = (): Plugin => ({
  name: 'contents',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const name = (id: string) => id.replace(join(import.meta.dirname, '..', '/'), '')
    const files = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return []
      const { fileName, imports, viteMetadata, modules } = file
      const parts = Object.entries(modules).map(([id, { renderedLength }]) => ({
        module: name(id),
        bytes: renderedLength,
      }))
      return { file: fileName, imports, css: [...(viteMetadata?.importedCss ?? [])], parts }
    })
    const later = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.dynamicImporters.length)
    const source = JSON.stringify({ files, later: later.map(name) })
    this.emitFile({ type: 'asset', fileName: '.contents.json', source })
  },
})

export default defineConfig({
  plugins: [react(), contents(), precompress()],
  // The server puts a fresh nonce in place of this word in every answer with index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What a module needs goes with it, unless a group above has it: apart, two files would need each other, and one
            // of them would run too early.
            group('packages', 'packages'),
            group('frame', 'frame'),
            group('list', 'common', 2),
            group('list', 'OrdersPage'),
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  // Not the whole of /api: in development that is also where the sources in api/ are.
  server: { proxy: { '^/api/(v1|docs|openapi)': 'http://127.0.0.1:8080' } },
})
