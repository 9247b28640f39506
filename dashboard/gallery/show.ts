import { findState } from './states.ts'
import { startFakeServer } from './fake-server.ts'
import { createHand } from './hand.ts'
import { looks } from './looks/looks.ts'
import { watchMotion } from './looks/motion.ts'

/** `state.html?orders/loading` shows that state, as the dashboard would: through its own entry, before a server that is made up. */
const wanted = decodeURIComponent(location.search.slice(1))
const state = findState(wanted)
const scheme = localStorage.getItem('kasyr-color-scheme')
localStorage.clear()
sessionStorage.clear()
if (scheme !== null) localStorage.setItem('kasyr-color-scheme', scheme)
// Asks for a token by the cookie, and is given or refused one by the answers of the state.
localStorage.setItem('kasyr-logged-in', '1')
for (const [key, value] of Object.entries(state.kept ?? {})) localStorage.setItem(key, value)

const server = startFakeServer(state.answers)
const hand = createHand(server)
globalThis.gallery = { hand, asked: server.asked, looks }
watchMotion()
if (typeof state.at === 'string') {
  history.replaceState(null, '', state.at)
  await import('../main.tsx')
} else {
  const [{ showPart }, part] = await Promise.all([import('./show-part.tsx'), state.at()])
  await showPart(wanted, part)
}
await state.steps?.(hand)
for (const words of state.shows) await hand.see(words)
document.documentElement.dataset['shown'] = wanted
