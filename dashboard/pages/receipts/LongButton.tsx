import { Button, type ButtonProps } from '@mantine/core'
import classes from './LongButton.module.css'

interface Props extends Pick<ButtonProps, 'variant' | 'loading'> {
  children: string
  onClick: () => void
}

/** A small button whose words do not fit in one line of a telephone. */
export const LongButton = (props: Props) => (
  <Button size="compact-sm" classNames={{ root: classes.button, label: classes.label }} {...props} />
)
