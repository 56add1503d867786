import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { SettingGateNote } from '../app/setting-gate-note'
import { useTexts } from '../i18n/i18n'
import { languageNames } from '../i18n/languages'
import type { FormModel } from '../ui/form/form'
import { FormField, type FieldControl, TextField } from '../ui/form/form-field'
import { CurrentPasswordField } from '../app/current-password-field'
import { NewPasswordInput } from '../app/new-password-input'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { PhoneInput } from '../app/phone-input'
import { isLanguageChoice, type ProfileValues, noPicture, pictureTypes } from './user-form'
import { Camera, Trash2, Undo2 } from '../ui/icons'
import { Avatar } from '../ui/display/avatar'
import { Button } from '../ui/button/button'
import { FileButton } from '../ui/button/file-button'
import { useObjectUrl } from '../ui/text/object-url'

interface PersonalFieldsProps {
  form: FormModel<ProfileValues>
  email: string
  picture: string
  account: 'new' | 'other' | 'own'
  /** In place of the password, how a new user gets one. */
  access?: ReactNode
  children?: ReactNode
}

export function PersonalFields({ form, email, picture, account, access, children }: PersonalFieldsProps) {
  useSignals()
  const t = useTexts('user').user.fields
  const user = useUser()
  const emailChanged = form.fields.email.value.value.trim().toLowerCase() !== email
  const passwordChanged = form.fields.password.value.value !== ''
  return (
    <>
      <FormField form={form} name="profileImage" label={t.picture} help={t.pictureHelp} hideLabel group>
        {(field) => <PictureField {...field} name={form.fields.name.value.value} present={picture} />}
      </FormField>
      <div className="form-row">
        <TextField form={form} name="name" label={t.name} required />
        <TextField form={form} name="email" label={t.email} required type="email" />
      </div>
      <div className="form-row">
        {access ?? (
          <FormField
            form={form}
            name="password"
            label={t.newPassword}
            help={account === 'own' ? t.ownPasswordHelp : t.newPasswordHelp}
          >
            {(field) => <NewPasswordInput {...field} />}
          </FormField>
        )}
        <FormField form={form} name="phone" label={t.phone} help={t.phoneHelp}>
          {(field) => <PhoneInput {...field} />}
        </FormField>
      </div>
      {account === 'own' && (emailChanged || passwordChanged) && (
        <CurrentPasswordField form={form} label={t.currentPassword} help={t.currentPasswordHelp} />
      )}
      {children}
      <TextField
        form={form}
        name="farewellMessage"
        label={t.farewell}
        help={account === 'own' ? t.ownFarewellHelp : t.farewellHelp}
        rows={2}
      />
      <SettingGateNote gate="farewell" />
      <SwitchField form={form} name="notifyWaiting" label={t.notifyWaiting} help={t.notifyWaitingHelp} />
      <SwitchField form={form} name="offerNext" label={t.offerNext} help={t.offerNextHelp} />
      {account === 'own' && (
        <>
          <SwitchField form={form} name="weeklyReportMail" label={t.weeklyReportMail} help={t.weeklyReportMailHelp} />
          {isAdmin(user) && (
            <SwitchField form={form} name="breachDigestMail" label={t.breachDigestMail} help={t.breachDigestMailHelp} />
          )}
        </>
      )}
      <Preferences form={form} />
    </>
  )
}

function Preferences({ form }: { form: FormModel<ProfileValues> }) {
  const t = useTexts('user').user.fields
  const languages = useLanguageOptions()
  const themes = [
    { value: 'system' as const, label: t.system },
    { value: 'light' as const, label: t.light },
    { value: 'dark' as const, label: t.dark },
  ]
  const menus = [
    { value: 'open' as const, label: t.menuOpen },
    { value: 'closed' as const, label: t.menuClosed },
  ]
  return (
    <div className="form-row" data-columns="3">
      <FormField form={form} name="defaultTheme" label={t.theme}>
        {(field) => <Select {...field} options={themes} />}
      </FormField>
      <FormField form={form} name="defaultMenu" label={t.menu}>
        {(field) => <Select {...field} options={menus} />}
      </FormField>
      <FormField form={form} name="language" label={t.language}>
        {({ onValueChange, ...field }) => (
          <Select
            {...field}
            options={languages}
            onValueChange={(value) => isLanguageChoice(value) && onValueChange(value)}
          />
        )}
      </FormField>
    </div>
  )
}

/** A language without texts is listed but disabled. */
function useLanguageOptions() {
  const { user, session } = useTexts('user')
  const named = Object.entries(languageNames).map(([value, name]) => {
    const known = isLanguageChoice(value)
    return { value, label: known ? name : session.languageMissing(name), disabled: !known }
  })
  return [{ value: 'company', label: user.fields.companyLanguage, disabled: false }, ...named]
}

interface PictureFieldProps extends FieldControl<File | typeof noPicture | null> {
  name: string
  present: string
}

function PictureField({ name, present, value, onValueChange, onBlur }: PictureFieldProps) {
  const t = useTexts('user').user.fields
  const chosen = value === noPicture ? null : value
  const preview = useObjectUrl(chosen && pictureTypes.includes(chosen.type) ? chosen : undefined)
  const shown = preview ?? (value === noPicture ? '' : present)

  function choose(file: File) {
    onValueChange(file)
    onBlur()
  }

  return (
    <div className="picture-field row wraps gap-3">
      <Avatar name={name || '?'} src={shown} size={56} />
      <FileButton icon={Camera} accept={pictureTypes.join(',')} onChoose={choose}>
        {shown ? t.changePicture : t.choosePicture}
      </FileButton>
      {present && !value && (
        <Button variant="ghost" icon={Trash2} onClick={() => onValueChange(noPicture)}>
          {t.removePicture}
        </Button>
      )}
      {value && (
        <Button variant="ghost" icon={Undo2} onClick={() => onValueChange(null)}>
          {t.undoPicture}
        </Button>
      )}
    </div>
  )
}
