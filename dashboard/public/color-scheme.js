// Runs before the first paint, so that a dark page does not flash white. Classic and external: the content policy
// allows no inline script. The key is the one of browser/color-scheme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('kasyr-color-scheme')
  } catch {
    // Storage may be forbidden; the scheme of the system is used then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light')
})()
