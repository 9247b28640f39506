import { formatLongDateTime } from '../../words/format.ts'

interface Props {
  /** null: it was done by a command, without a login. */
  by: string | null
  at: string
}

export const Deed = ({ by, at }: Props) => (
  <>
    {by ?? 'З командного рядка'}, <time dateTime={at}>{formatLongDateTime(at)}</time>
  </>
)
