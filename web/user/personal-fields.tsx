import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { SettingGateNote } from '../setting-gate/setting-gate-note'
import { useTexts } from '../i18n/i18n'
import { languageNames } from '../i18n/languages'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { PasswordInput } from '../ui/field/password-input'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { PhoneInput } from '../phone/phone-input'
import { TextInput } from '../ui/field/text-input'
import { PictureField } from './picture-field'
import { isLanguageChoice, type ProfileValues } from './user-form'

interface PersonalFieldsProps {
  form: FormModel<ProfileValues>
  /** The stored address; empty for a new user. */
  email: string
  picture: string
  account: 'new' | 'other' | 'own'
  /** In place of the password, how a new user gets one. */
  access?: ReactNode
  children?: ReactNode
}

/** Fields shared by the user dialog and the user's own profile. */
export function PersonalFields({ form, email, picture, account, access, children }: PersonalFieldsProps) {
  useSignals()
  const t = useTexts('user').user.fields
  const emailChanged = form.fields.email.value.value.trim().toLowerCase() !== email
  const passwordChanged = form.fields.password.value.value !== ''
  return (
    <>
      <FormField form={form} name="profileImage" label={t.picture} help={t.pictureHelp} hideLabel group>
        {(field) => <PictureField {...field} name={form.fields.name.value.value} present={picture} />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="name" label={t.name} required>
          {(field) => <TextInput {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="email" label={t.email} required>
          {(field) => <TextInput {...field} type="email" autoComplete="off" />}
        </FormField>
      </div>
      <div className="form-row">
        {access ?? (
          <FormField
            form={form}
            name="password"
            label={t.newPassword}
            help={account === 'own' ? t.ownPasswordHelp : t.newPasswordHelp}
          >
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
        )}
        <FormField form={form} name="phone" label={t.phone} help={t.phoneHelp}>
          {(field) => <PhoneInput {...field} />}
        </FormField>
      </div>
      {account === 'own' && (emailChanged || passwordChanged) && (
        <FormField form={form} name="currentPassword" label={t.currentPassword} required help={t.currentPasswordHelp}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
      )}
      {children}
      <FormField
        form={form}
        name="farewellMessage"
        label={t.farewell}
        help={account === 'own' ? t.ownFarewellHelp : t.farewellHelp}
      >
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
      <SettingGateNote gate="farewell" />
      <SwitchField form={form} name="notifyWaiting" label={t.notifyWaiting} help={t.notifyWaitingHelp} />
      <SwitchField form={form} name="offerNext" label={t.offerNext} help={t.offerNextHelp} />
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
