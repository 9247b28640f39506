import type { ComponentProps, ReactNode } from 'react'
import classes from './Button.module.css'

interface Look {
  /**
   * - `filled`: what the page is for.
   * - `default`: stands beside it.
   * - `subtle`: without an edge.
   * - `tool`: above a list, in its plain letters; one that is switched on or has unfolded something shows it.
   * - `link`: a word in a line of text.
   */
  variant?: 'filled' | 'default' | 'subtle' | 'tool' | 'link'
  tone?: 'accent' | 'danger' | undefined
  /** `xs` and `compact-…` stand in rows and notices, `md` under the fields of a page of its own. */
  size?: 'sm' | 'md' | 'xs' | 'compact-sm' | 'compact-md'
  /** As wide as what it stands in. */
  wide?: boolean
  /** The words may take several lines. */
  wraps?: boolean
  /** A sign before the words. */
  leftSection?: ReactNode
}

interface Props extends Look, ComponentProps<'button'> {
  /** Its work is under way: it cannot be pressed, and says so with a wheel. */
  loading?: boolean
  /** Why it cannot be pressed stands beside it, so it keeps the focus: `aria-disabled` and this in place of `disabled`. */
  'data-disabled'?: boolean | undefined
}

/** The one button with words. */
export function Button({ loading = false, disabled, children, ...props }: Props) {
  const { look, leftSection, rest } = lookOf(props)
  return (
    <button
      type="button"
      {...rest}
      {...look}
      data-loading={loading || undefined}
      disabled={disabled === true || loading}
    >
      {loading && <span className={classes.wheel} aria-hidden />}
      <Inner leftSection={leftSection}>{children}</Inner>
    </button>
  )
}

/** What leads to another page and looks like a button. */
export function ButtonLink({ children, ...props }: Look & ComponentProps<'a'>) {
  const { look, leftSection, rest } = lookOf(props)
  return (
    <a {...rest} {...look}>
      <Inner leftSection={leftSection}>{children}</Inner>
    </a>
  )
}

/** A row of a menu, a head that unfolds, an action in a dense row: pressed as a button, drawn by its page. */
export const BareButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`${classes.bare} ${className}`} />
)

const Inner = ({ leftSection, children }: Pick<Look, 'leftSection'> & { children: ReactNode }) => (
  <span className={classes.inner}>
    {leftSection && <span className={classes.sign}>{leftSection}</span>}
    <span className={classes.label}>{children}</span>
  </span>
)

function lookOf<Rest extends { className?: string | undefined }>({
  variant = 'filled',
  tone = 'accent',
  size = 'sm',
  wide = false,
  wraps = false,
  leftSection,
  className,
  ...rest
}: Look & Rest) {
  const look = {
    className: className === undefined ? classes.button : `${classes.button} ${className}`,
    'data-variant': variant,
    'data-tone': tone,
    'data-size': size,
    'data-wide': wide || undefined,
    'data-wraps': wraps || undefined,
    'data-signed': Boolean(leftSection) || undefined,
  }
  return { look, leftSection, rest }
}
