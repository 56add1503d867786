import type { UserView } from '../../src/user/user.calls'
import { useTexts } from '../i18n/i18n'
import { Combobox } from '../ui/select/combobox'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { Select } from '../ui/select/select'
import { TimeInput } from '../ui/field/time-input'
import type { UserChoices } from './load-users'
import type { UserValues } from './user-form'
import { optionsOf } from '../ui/select/option'

/** The first user of a company always stays an admin. */
const firstUserId = 1

interface AdminFieldsProps {
  form: FormModel<UserValues>
  user: UserView | undefined
  choices: UserChoices
}

/** Fields that only admins change: profile, queues, connection, working hours. */
export function AdminFields({ form, user, choices }: AdminFieldsProps) {
  const { user: texts } = useTexts('user')
  const t = texts.fields
  const first = user?.id === firstUserId
  const profiles = [
    { value: 'user' as const, label: texts.profiles.user },
    { value: 'admin' as const, label: texts.profiles.admin },
  ]
  const queues = optionsOf(choices.queues)
  const connections = optionsOf(choices.connections)
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="profile" label={t.profile} help={first ? t.profileFixed : undefined}>
          {(field) => <Select {...field} options={profiles} disabled={first} />}
        </FormField>
        <FormField form={form} name="whatsappId" label={t.connection}>
          {(field) => <Combobox {...field} options={connections} placeholder={t.noConnection} />}
        </FormField>
      </div>
      <FormField form={form} name="queueIds" label={t.queues}>
        {(field) => <MultiCombobox {...field} options={queues} />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="startWork" label={t.startWork} help={t.hoursHelp}>
          {(field) => <TimeInput {...field} />}
        </FormField>
        <FormField form={form} name="endWork" label={t.endWork}>
          {(field) => <TimeInput {...field} />}
        </FormField>
      </div>
    </>
  )
}
