import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in place of this word in every answer with index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    modulePreload: { polyfill: false },
    // What many pages need is loaded in two files. Left to itself the bundler makes one for every set of pages that shares
    // something: more than eighty requests for the first list. What a shared module needs goes with it: apart, the two files
    // would need each other, and one of them would run too early.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /(dashboard|contract)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // Not the whole of /api: in development that is also where the sources in api/ are.
  server: { proxy: { '^/api/(v1|docs|openapi)': 'http://127.0.0.1:8080' } },
})
