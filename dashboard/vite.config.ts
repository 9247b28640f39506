import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in place of this word in every answer with index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { modulePreload: { polyfill: false } },
  // Not the whole of /api: in development that is also where the sources in api/ are.
  server: { proxy: { '^/api/(v1|docs|openapi)': 'http://127.0.0.1:8080' } },
})
