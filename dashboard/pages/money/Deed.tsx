import { formatLongDateTime } from '../../words/format.ts'

interface Props {
  /** null: nobody was logged in, it was done by a command. */
  by: string | null
  at: string
}

/** Who did it and when. */
export const Deed = ({ by, at }: Props) => (
  <>
    {by ?? 'З командного рядка'}, <time dateTime={at}>{formatLongDateTime(at)}</time>
  </>
)
