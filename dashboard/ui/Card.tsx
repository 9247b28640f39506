import type { ReactNode } from 'react'
import classes from './Card.module.css'

interface Props {
  title?: string
  children: ReactNode
}

export function Card({ title, children }: Props) {
  return (
    <section className={classes.card}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  )
}
