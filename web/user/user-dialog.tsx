import type { UserView } from '../../src/user/user.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { changedParts } from '../ui/changed-parts'
import { useForm } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { Tabs } from '../ui/tabs'
import { useFormTabs } from '../ui/use-form-tabs'
import { useUi } from '../ui/ui-context'
import { applyOwnChange } from './apply-own-change'
import { AdminFields } from './admin-fields'
import type { UserChoices } from './load-users'
import { PermissionFields } from './permission-fields'
import { PersonalFields } from './personal-fields'
import { createUser, updateUser, withSubmitDelay } from './save-user'
import {
  EditUserForm,
  generalNames,
  newUserValues,
  NewUserForm,
  permissionNames,
  userBody,
  userValuesOf,
} from './user-form'

interface UserDialogProps {
  /** Undefined to add one. */
  user: UserView | undefined
  choices: UserChoices
  close: () => void
}

export function UserDialog({ user, choices, close }: UserDialogProps) {
  const t = useTexts('user').user
  const own = useUser().id === user?.id
  const form = useUserForm(user)
  const tabs = useFormTabs(form, { general: generalNames, permissions: permissionNames })
  return (
    <FormDialog size="l" title={user ? t.editTitle : t.addTitle} form={tabs.form} close={close}>
      <Tabs
        label={t.tabs.label}
        value={tabs.tab}
        onValueChange={tabs.setTab}
        items={[
          { value: 'general', label: t.tabs.general },
          { value: 'permissions', label: t.tabs.permissions },
        ]}
      >
        <div className="dialog-tab">
          {tabs.tab === 'permissions' ? (
            <PermissionFields form={form} />
          ) : (
            <PersonalFields
              form={form}
              email={user?.email ?? ''}
              picture={user?.profileImage ?? ''}
              account={own ? 'own' : user ? 'other' : 'new'}
            >
              <AdminFields form={form} user={user} choices={choices} />
            </PersonalFields>
          )}
        </div>
      </Tabs>
    </FormDialog>
  )
}

function useUserForm(user: UserView | undefined) {
  const t = useTexts('user').user
  const app = useApp()
  const { toast } = useUi()
  return useForm({
    schema: user ? EditUserForm : NewUserForm,
    initial: user ? userValuesOf(user) : newUserValues(),
    async save(values) {
      const body = userBody(values)
      if (user) {
        const changed = changedParts(body, user)
        const saved = await app.session.ask(() =>
          withSubmitDelay(updateUser(app.api, user.id, changed, values.profileImage)),
        )
        toast.success(t.saved)
        return applyOwnChange(app, saved, values.password !== '')
      }
      const { pictureFailed } = await withSubmitDelay(
        createUser(app.api, { ...body, password: values.password }, values.profileImage),
      )
      if (pictureFailed) toast.warning(t.pictureFailed)
      else toast.success(t.created)
    },
  })
}
