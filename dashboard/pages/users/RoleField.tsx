import { roles, type Role } from '#/contract/permissions.ts'
import { abilitiesOf, roleLabels } from '../../words/labels.ts'
import { SelectField } from '../../ui/SelectField.tsx'

interface Props {
  value: Role
  onChange: (role: Role) => void
}

const options = roles.map((role) => ({ value: role, label: roleLabels[role] }))

export function RoleField({ value, onChange }: Props) {
  return (
    <SelectField
      label="Роль"
      value={value}
      options={options}
      onChange={onChange}
      description={`Дає право ${abilitiesOf(value).join('; ')}.`}
    />
  )
}
