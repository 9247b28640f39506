import { useRef, useState, type ChangeEvent } from 'react'
import { focusMistake } from './focus-mistake.ts'

type Mistakes<Name extends string> = { [Field in Name]?: string | null }

/** What is typed into the text fields of a form, and what is wrong with it. Typing in a field takes its mistake away. */
export function useFields<Name extends string>(initial: Record<Name, string>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [mistakes, setMistakes] = useState<Mistakes<Name>>({})
  return {
    form,
    values,
    field: (name: Name) => ({
      value: values[name],
      error: mistakes[name],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        setValues((known) => ({ ...known, [name]: value }))
        setMistakes((known) => ({ ...known, [name]: null }))
      },
    }),
    /** Shows what is wrong, brings the person to the first of it, and says whether there was anything. */
    refuse: (found: Mistakes<Name>): boolean => {
      const isAny = Object.values(found).some((mistake) => typeof mistake === 'string')
      const show = () => setMistakes(found)
      if (isAny) focusMistake(form.current, show)
      else show()
      return isAny
    },
    empty: () => setValues(initial),
  }
}
