import { useEffect, useRef, useState, type ChangeEvent } from 'react'

type Mistakes<Name extends string> = { [Field in Name]?: string | null }

/** What is typed into the text fields of a form, and what is wrong with it. Typing in a field takes its mistake away. */
export function useFields<Name extends string>(initial: Record<Name, string>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [mistakes, setMistakes] = useState<Mistakes<Name>>({})
  /** A refusal was shown, and the person is not at its first mistake yet. */
  const isRefused = useRef(false)
  // A frame of the browser may pass before React has drawn a refusal of the server: the mistake is looked for after each drawing.
  useEffect(() => {
    const mistake = isRefused.current ? form.current?.querySelector<HTMLElement>('[aria-invalid=true]') : null
    if (!mistake) return
    mistake.focus()
    isRefused.current = false
  })
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
      isRefused.current = isAny
      setMistakes(found)
      return isAny
    },
    empty: () => setValues(initial),
  }
}
