import { useId, useState, type FormEvent } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { addCashRegister, editCashRegister } from '../../api/cash-registers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { RegisterFields } from './RegisterFields.tsx'
import {
  emptyForm,
  findRegisterMistakes,
  isToConfirm,
  placeRegisterRefusal,
  toAddRequest,
  toEditRequest,
  toForm,
  type RegisterForm,
} from './register-form.ts'
import { useRegisterChange } from './use-register-change.ts'

interface Props {
  /** null: a new one. */
  register: CashRegister | null
  onClose: () => void
}

export function RegisterDialog({ register, onClose }: Props) {
  const id = useId()
  const [before] = useState(register === null ? emptyForm : toForm(register))
  const [form, setForm] = useState(before)
  const [tried, setTried] = useState(false)
  const save = useRegisterChange(
    ({ confirm, ...typed }: RegisterForm & { confirm: boolean }) =>
      register === null
        ? addCashRegister(toAddRequest(typed))
        : editCashRegister(register.id, { ...toEditRequest(before, typed), ...(confirm && { confirm }) }),
    ({ name, health }) => {
      const isWell = health.state === 'ok' || health.state === 'warning'
      toast(isWell ? `Касу «${name}» збережено й перевірено.` : `Касу «${name}» збережено. Перевірте її стан у списку.`)
      onClose()
    },
  )
  const confirm = isToConfirm(save.error, save.tried, form)
  const refusal = save.error && placeRegisterRefusal(save.error)
  const own = tried ? findRegisterMistakes(form, register === null) : {}

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const show = () => setTried(true)
    if (Object.keys(findRegisterMistakes(form, register === null)).length > 0)
      return focusMistake(event.currentTarget, show)
    show()
    if (register !== null && Object.keys(toEditRequest(before, form)).length === 0) onClose()
    else save.run({ ...form, confirm })
  }

  return (
    <Dialog
      title={register === null ? 'Додати касу' : `Каса «${register.name}»`}
      size="medium"
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: confirm ? 'Змінити касира' : 'Зберегти', busy: save.busy, does: { form: id } }}
          leave="Не зберігати"
          onLeave={onClose}
        />
      }
    >
      <Form id={id} onSubmit={submit}>
        {refusal && refusal.general !== null && <Notice tone={confirm ? 'warn' : 'danger'}>{refusal.general}</Notice>}
        <RegisterFields
          register={register}
          form={form}
          mistakes={{ ...refusal?.mistakes, ...own }}
          onChange={(changes) => setForm({ ...form, ...changes })}
        />
        <p className="soft">
          Після збереження касу буде перевірено в Checkbox і в Новій пошті. Це триває до 10 секунд.
        </p>
      </Form>
    </Dialog>
  )
}
