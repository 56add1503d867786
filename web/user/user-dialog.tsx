import type * as v from 'valibot'
import { type Switches, switchesOf } from '../../src/user/role/role.contract'
import type { UserView } from '../../src/user/user.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { useReportMade } from '../records/made-row'
import { useUi } from '../ui/context/ui-context'
import { useTags } from '../contact/use-tags'
import type { UserChoices } from './load-users'
import { SwitchFields } from './permission-fields'
import { PersonalFields } from './personal-fields'
import { createUser, updateUser, withSubmitDelay, applyOwnChange } from './save-user'
import {
  EditUserForm,
  generalNames,
  newUserValues,
  NewUserForm,
  permissionNames,
  userBody,
  userValuesOf,
  type UserValues,
} from './user-form'
import { useSignals } from '@preact/signals-react/runtime'
import { ShieldCheck, Mail } from '../ui/icons'
import { type FormModel, changedParts } from '../ui/form/form'
import { Note } from '../ui/feedback/feedback'
import { NewPasswordInput } from '../app/new-password-input'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import { TimeInput } from '../ui/field/time-input'
import { optionsOf } from '../ui/select/option'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { CopiedInput } from '../ui/field/copied-input'
import { Field } from '../ui/field/field'

interface UserDialogProps {
  user: UserView | undefined
  choices: UserChoices
  close: () => void
  onInvited: (invitation: Invitation) => void
}

export function UserDialog({ user, choices, close, onInvited }: UserDialogProps) {
  const t = useTexts('user').user
  const own = useUser().id === user?.id
  const { save, onSaved } = useSaveUser({ user, choices, close, onInvited })
  return (
    <RecordDialog
      record={user}
      texts={t}
      schema={user ? EditUserForm : NewUserForm}
      initial={user ? userValuesOf(user) : newUserValues(choices.queues)}
      save={save}
      close={close}
      onSaved={onSaved}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.general,
          fields: generalNames,
          content: (form) => (
            <PersonalFields
              form={form}
              email={user?.email ?? ''}
              picture={user?.profileImage ?? ''}
              account={own ? 'own' : user ? 'other' : 'new'}
              access={user ? undefined : <AccessFields form={form} />}
            >
              <AdminFields form={form} user={user} choices={choices} />
            </PersonalFields>
          ),
        },
        {
          label: t.tabs.permissions,
          fields: permissionNames,
          content: (form) => <PermissionFields form={form} roles={choices.roles} />,
        },
      ]}
    />
  )
}

/** Also reports success, because a user created without the picture is a partial one. */
function useSaveUser({ user, choices: { queues }, close, onInvited }: UserDialogProps) {
  const t = useTexts('user').user
  const app = useApp()
  const { toast, confirm } = useUi()
  const reportMade = useReportMade()

  async function save(values: v.InferOutput<typeof EditUserForm>) {
    // Without a queue a colleague would see nobody waiting.
    const asks = !user && queues.length > 0 && !values.queueIds?.length
    const seesOthers = values.profile === 'admin' || values.allTicket || (values.allUserChat && values.allHistoric)
    if (asks && !seesOthers && !(await confirm(t.withoutQueue(values.name)))) return false
    const body = userBody(values)
    if (user) {
      const changed = changedParts(body, user)
      const saved = await app.session.ask(() =>
        withSubmitDelay(updateUser(app.api, user.id, changed, values.profileImage)),
      )
      toast.success(t.saved)
      return applyOwnChange(app, saved, values.password !== '')
    }
    const { user: made, pictureFailed } = await withSubmitDelay(
      createUser(app.api, { ...body, ...accessOf(values) }, values.profileImage),
    )
    if (made.invitationLink) onInvited({ kind: 'invitation', id: made.id, name: made.name, link: made.invitationLink })
    if (pictureFailed) toast.warning(t.pictureFailed)
    else reportMade(t.created, made.id)
    return true
  }

  return { save, onSaved: close }
}

const accessOf = ({ access, password }: v.InferOutput<typeof EditUserForm>) =>
  access === 'link' ? { invite: true } : { password }

interface PermissionFieldsProps {
  form: FormModel<UserValues>
  roles: UserChoices['roles']
}

/** The permissions of a user. Admins have all of them; what is set here counts once they are plain users. */
function PermissionFields({ form, roles }: PermissionFieldsProps) {
  useSignals()
  const t = useTexts('user').user
  const hasRole = form.fields.roleId.value.value !== null

  function choose(id: number | null) {
    const role = roles.find((role) => role.id === id)
    form.set({ roleId: id, ...(role && switchesOf(role)) })
  }

  return (
    <>
      {form.fields.profile.value.value === 'admin' && <Note icon={ShieldCheck}>{t.adminNote}</Note>}
      {(roles.length > 0 || hasRole) && (
        <FormField
          form={form}
          name="roleId"
          label={t.fields.role}
          help={hasRole ? t.fields.roleHelp : t.fields.noRoleHelp}
        >
          {(field) => (
            <Combobox {...field} onValueChange={choose} options={optionsOf(roles)} placeholder={t.fields.noRole} />
          )}
        </FormField>
      )}
      <SwitchFields form={form as FormModel<Switches>} disabled={hasRole} />
    </>
  )
}

/** How a new user gets a password: by a link, or from the admin. */
function AccessFields({ form }: { form: FormModel<UserValues> }) {
  useSignals()
  const t = useTexts('user').user.fields
  const byLink = form.fields.access.value.value === 'link'
  const options = [
    { value: 'link' as const, label: t.byLink },
    { value: 'password' as const, label: t.byPassword },
  ]
  return (
    <>
      <FormField form={form} name="access" label={t.access} help={byLink ? t.byLinkHelp : undefined}>
        {(field) => <Select {...field} options={options} />}
      </FormField>
      {!byLink && (
        <FormField form={form} name="password" label={t.password} required help={t.passwordHelp}>
          {(field) => <NewPasswordInput {...field} />}
        </FormField>
      )}
    </>
  )
}

/** The first user of a company always stays an admin. */
const firstUserId = 1

interface AdminFieldsProps {
  form: FormModel<UserValues>
  user: UserView | undefined
  choices: UserChoices
}

function AdminFields({ form, user, choices }: AdminFieldsProps) {
  const { user: texts } = useTexts('user')
  const t = texts.fields
  const first = user?.id === firstUserId
  const profiles = [
    { value: 'user' as const, label: texts.profiles.user },
    { value: 'admin' as const, label: texts.profiles.admin },
  ]
  const queues = optionsOf(choices.queues)
  const connections = optionsOf(choices.connections)
  const tags = useTags()
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
      <FormField form={form} name="tagIds" label={t.skills} help={t.skillsHelp}>
        {(field) => <MultiCombobox<number> {...field} options={optionsOf(tags ?? [])} />}
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

export interface Invitation {
  kind: 'invitation' | 'newPasswordLink'
  id: number
  name: string
  link: string
}

interface InvitationDialogProps extends Invitation {
  /** Mails an invitation; absent where the host has no mail server. */
  mail: ((id: number) => Promise<boolean>) | undefined
  close: () => void
}

export function InvitationDialog({ kind, id, name, link, mail, close }: InvitationDialogProps) {
  const { user, ui } = useTexts('user')
  const t = user.invitation
  const isMailed = kind === 'invitation' && mail !== undefined
  return (
    <Dialog
      open
      size="s"
      title={user[kind].title(name)}
      description={user[kind].text}
      onClose={close}
      footer={
        <>
          <Button variant={isMailed ? 'secondary' : 'primary'} onClick={close}>
            {ui.close}
          </Button>
          {isMailed && (
            <Button variant="primary" icon={Mail} onClick={async () => (await mail(id)) && close()}>
              {t.mail}
            </Button>
          )}
        </>
      }
    >
      <Field label={user[kind].link}>
        <CopiedInput data-autofocus value={link} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}
