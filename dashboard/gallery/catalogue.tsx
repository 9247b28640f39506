import '../tokens.css'
import { StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { addressOf, groups } from './states.ts'
import classes from './catalogue.module.css'

const widths = [390, 768, 1280, 1920] as const
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const first = groups.flatMap((group) => group.states.map((state) => addressOf(group, state)))[0] ?? ''
const chosen = (): string => decodeURIComponent(location.hash.slice(1)) || first
const onHash = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Every state by its name, at the width and in the scheme one wants to see it. */
function Catalogue() {
  const address = useSyncExternalStore(onHash, chosen)
  const [width, setWidth] = useState<number>(1280)
  const [scheme, setScheme] = useState<Scheme>('light')
  const choose = (next: Scheme) => {
    // Both sides read it from here: the frame before its first paint.
    localStorage.setItem('kasyr-color-scheme', next)
    setScheme(next)
  }
  return (
    <div className={classes.gallery}>
      <nav className={classes.names} aria-label="States">
        {groups.map((group) => (
          <section key={group.name}>
            <h2>{group.name}</h2>
            {group.states.map((state) => (
              <a
                key={state.name}
                href={`#${addressOf(group, state)}`}
                aria-current={addressOf(group, state) === address ? 'page' : undefined}
              >
                {state.name}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <div className={classes.tools}>
        {widths.map((one) => (
          <button key={one} type="button" aria-pressed={one === width} onClick={() => setWidth(one)}>
            {one}
          </button>
        ))}
        {schemes.map((one) => (
          <button key={one} type="button" aria-pressed={one === scheme} onClick={() => choose(one)}>
            {one}
          </button>
        ))}
        <a href={`/state.html?${encodeURIComponent(address)}`} target="_blank" rel="noreferrer">
          alone
        </a>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it shows our own pages, which need their storage */}
      <iframe
        key={`${address} ${scheme}`}
        title={address}
        className={classes.frame}
        width={width}
        src={`/state.html?${encodeURIComponent(address)}`}
      />
    </div>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
localStorage.setItem('kasyr-color-scheme', 'light')
createRoot(root).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
)
