// Node runs TypeScript everywhere but under node_modules (ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING), and there lies what
// `npm install kasyr-….tgz` brought. Before the first file of ours is read, this takes off the types by the function of Node
// that does it elsewhere, so that what runs there is what was tested here.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const ours = /^(contract|server)\/.*\.ts$/
const root = new URL('..', import.meta.url).href

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(root) || !ours.test(url.slice(root.length))) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', shortCircuit: true, source }
  },
})
