import { splitTtn } from '../../words/format.ts'

/** The end is what people say and look for. */
export function Ttn({ ttn }: { ttn: string }) {
  const { start, end } = splitTtn(ttn)
  return (
    <span className="figures">
      {start}
      <b>{end}</b>
    </span>
  )
}
