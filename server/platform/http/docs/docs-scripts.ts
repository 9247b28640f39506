/**
 * Runs in the browser before the library of the docs page. A page without an origin has no storage, and reading
 * `localStorage` there throws: the library gets one that forgets. Its styles are made by script and not by markup, so they
 * get the nonce of the page, and a style attribute is set property by property, which the policy allows.
 */
export const prepareScript = `
const kept = new Map()
const storage = {
  getItem: (name) => kept.get(String(name)) ?? null,
  setItem: (name, value) => void kept.set(String(name), String(value)),
  removeItem: (name) => void kept.delete(String(name)),
  clear: () => kept.clear(),
  key: (place) => [...kept.keys()][place] ?? null,
  get length() {
    return kept.size
  },
}
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage })

const { content: nonce } = document.querySelector('meta[property=csp-nonce]')
const createElement = document.createElement.bind(document)
document.createElement = (...wanted) => {
  const element = createElement(...wanted)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
const { setAttribute } = Element.prototype
Element.prototype.setAttribute = function (name, value) {
  if (String(name).toLowerCase() === 'style') this.style.cssText = value
  else setAttribute.call(this, name, value)
}
`

/** Runs last. What would send requests is switched off: here it could not, and it would look broken. */
export const startScript = `
Scalar.createApiReference('#app', {
  content: JSON.parse(document.querySelector('#description').textContent),
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  documentDownloadType: 'none',
  showDeveloperTools: 'never',
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})
`
