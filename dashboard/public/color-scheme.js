// Runs before the first paint, so that a dark page does not flash white. Classic and external: the content policy
// allows no inline script. The key is the one that theme.ts gives to Mantine.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('kasyr-color-scheme')
  } catch {
    // Storage may be forbidden; the scheme of the system is used then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
