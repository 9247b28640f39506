import { Button } from './Button.tsx'
import classes from './MoreButton.module.css'

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Read out, where a page has several lists. */
  of?: string
}

/** Below a list that comes in parts, as long as there is another. */
export const MoreButton = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, of }: Props) =>
  hasNextPage && (
    <Button variant="default" className={classes.more} loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
      Показати ще
      {of !== undefined && <span className="visually-hidden">, {of}</span>}
    </Button>
  )
