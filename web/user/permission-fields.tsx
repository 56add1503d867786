import { useSignals } from '@preact/signals-react/runtime'
import { ShieldCheck } from '../ui/icons'
import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { Note } from '../ui/feedback/note'
import { SwitchField } from '../ui/field/switch-field'
import type { PermissionName, UserValues } from './user-form'

const groups: Record<'inbox' | 'screens', readonly PermissionName[]> = {
  inbox: ['allTicket', 'allHistoric', 'allUserChat', 'userClosePendingTicket', 'allowGroup'],
  screens: ['showDashboard', 'allowRealTime', 'allowConnections'],
}

/** The user's permissions; for admins they are only stored. */
export function PermissionFields({ form }: { form: FormModel<UserValues> }) {
  useSignals()
  const t = useTexts('user').user
  return (
    <>
      {form.fields.profile.value.value === 'admin' && <Note icon={ShieldCheck}>{t.adminNote}</Note>}
      {(['inbox', 'screens'] as const).map((group) => (
        <fieldset key={group} className="user-permissions">
          <legend>{t.groups[group]}</legend>
          {groups[group].map((name) => (
            <SwitchField
              key={name}
              form={form}
              name={name}
              label={t.permissions[name]}
              help={t.permissions[`${name}Help`]}
            />
          ))}
        </fieldset>
      ))}
    </>
  )
}
