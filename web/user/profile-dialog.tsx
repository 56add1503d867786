import { useEffect, useState } from 'react'
import type { UserView } from '../../src/user/user.calls'
import { useApp, useUser } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import { useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { useForm, changedParts } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { useFocusedField } from '../records/opened-field'
import { useUi } from '../ui/context/ui-context'
import { PersonalFields } from './personal-fields'
import { updateUser, withSubmitDelay, applyOwnChange } from './save-user'
import { profileBody, ProfileForm, profileValuesOf } from './user-form'

export const texts = ['user'] as const

export function panel({ close, field }: FramePanelProps) {
  const t = useTexts('user').user
  const { user, error, load } = useOwnRecord()
  if (user) return <ProfileDialog user={user} close={close} field={field} />
  return (
    <Dialog open size="l" title={t.profileTitle} onClose={close}>
      {error ? <ErrorState error={error} onRetry={load} compact /> : <SkeletonRows count={4} picture={false} />}
    </Dialog>
  )
}

function useOwnRecord() {
  const { api } = useApp()
  const { id } = useUser()
  const [user, setUser] = useState<UserView>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/users/:id', { params: { id } }).then((found) => 'email' in found && setUser(found), setError)
  }
  useEffect(load, [api, id])
  return { user, error, load }
}

function ProfileDialog({ user, close, field }: FramePanelProps & { user: UserView }) {
  const t = useTexts('user').user
  const app = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: ProfileForm,
    initial: profileValuesOf(user),
    async save(values) {
      const changed = changedParts(profileBody(values), user)
      const saved = await app.session.ask(() =>
        withSubmitDelay(updateUser(app.api, user.id, changed, values.profileImage)),
      )
      toast.success(t.profileSaved)
      await applyOwnChange(app, saved, values.password !== '')
    },
  })
  useFocusedField(form, field)
  return (
    <FormDialog size="l" title={t.profileTitle} form={form} close={close}>
      <PersonalFields form={form} email={user.email} picture={user.profileImage} account="own" />
    </FormDialog>
  )
}
