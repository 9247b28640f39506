/** The sign of Касир: a torn-off receipt with a tick. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M9 6h14v20l-2.33-2-2.33 2L16 24l-2.33 2-2.34-2L9 26z" fill="var(--on-fill)" />
      <path
        d="m12.4 14 2.6 2.7 4.8-5.2"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
