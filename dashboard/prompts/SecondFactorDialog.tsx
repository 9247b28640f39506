import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '#/contract/errors.ts'
import { paths } from '../addresses/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './Prompts.module.css'

interface Props {
  onClose: () => void
}

/** The server refuses a change until the person has a second factor; here is the way to it. */
export function SecondFactorDialog({ onClose }: Props) {
  const navigate = useNavigate()
  const go = () => {
    onClose()
    void navigate({ to: paths.security })
  }
  return (
    <Dialog title="Потрібен другий фактор" onClose={onClose}>
      <p>{sentenceOf('auth.second_factor_needed')} Це триває хвилину: потрібен лише телефон.</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Пізніше
        </Button>
        <Button onClick={go} data-autofocus>
          Налаштувати
        </Button>
      </div>
    </Dialog>
  )
}
