import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery is a site of its own beside the dashboard: the build of the dashboard never sees it. */
export default defineConfig({
  plugins: [react()],
  publicDir: '../public',
  html: { cspNonce: '__CSP_NONCE__' },
  build: { modulePreload: { polyfill: false }, rolldownOptions: { input: ['index.html', 'state.html'] } },
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
})
