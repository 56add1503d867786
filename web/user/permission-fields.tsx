import type { SwitchName, Switches } from '../../src/user/role/role.contract'
import { useTexts } from '../i18n/i18n'
import { SwitchField } from '../ui/field/switch-field'
import type { FormModel } from '../ui/form/form'

const groups: Record<'inbox' | 'screens', readonly SwitchName[]> = {
  inbox: ['allTicket', 'allHistoric', 'allUserChat', 'userClosePendingTicket', 'allowGroup'],
  screens: ['showDashboard', 'allowRealTime', 'allowConnections'],
}

export function SwitchFields({ form, disabled }: { form: FormModel<Switches>; disabled?: boolean }) {
  const t = useTexts('user').user
  return (['inbox', 'screens'] as const).map((group) => (
    <fieldset key={group} className="user-permissions stack gap-3">
      <legend>{t.groups[group]}</legend>
      {groups[group].map((name) => (
        <SwitchField
          key={name}
          form={form}
          name={name}
          label={t.permissions[name]}
          help={t.permissions[`${name}Help`]}
          disabled={disabled}
        />
      ))}
    </fieldset>
  ))
}
