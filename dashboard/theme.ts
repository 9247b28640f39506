import { colorsTuple, createTheme, localStorageColorSchemeManager, type CSSVariablesResolver } from '@mantine/core'

/**
 * The colours themselves stand in tokens.css, both schemes side by side; here Mantine's variables are pointed at them.
 * Its own colours fail WCAG AA in many places, so only these five families may be given to `color`.
 */
const families = { pine: 'accent', red: 'danger', green: 'good', yellow: 'warn', gray: 'quiet' } as const

export const theme = createTheme({
  primaryColor: 'pine',
  colors: { pine: colorsTuple('var(--accent)') },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  defaultRadius: 'sm',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})

/** The key is also read by public/color-scheme.js. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'kasyr-color-scheme' })

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both: Record<string, string> = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger-text)',
    '--mantine-color-success': 'var(--good-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-disabled': 'var(--surface-hover)',
    '--mantine-color-disabled-color': 'var(--ink-soft)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--on-fill)',
  }
  for (const [color, family] of Object.entries(families)) {
    const name = `--mantine-color-${color}`
    both[`${name}-filled`] = `var(--${family})`
    both[`${name}-filled-hover`] = `var(--${family}-strong)`
    both[`${name}-text`] = `var(--${family}-text)`
    both[`${name}-light`] = `var(--${family}-wash)`
    both[`${name}-light-hover`] = `var(--${family}-wash-strong)`
    both[`${name}-light-color`] = `var(--${family}-text)`
    both[`${name}-outline`] = `var(--${family}-text)`
    both[`${name}-outline-hover`] = `var(--${family}-wash)`
  }
  // Said for each scheme, because Mantine's own values are, and those would win over a common one.
  return { variables: {}, light: both, dark: both }
}
