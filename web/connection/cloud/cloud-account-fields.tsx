import type { CloudAccountView } from '../../../src/channel/whatsapp-cloud/account/cloud-account.calls'
import { useTexts } from '../../i18n/i18n'
import { PasswordInput } from '../../ui/field/password-input'
import { TextInput } from '../../ui/field/text-input'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'

interface CloudValues {
  phoneNumberId: string
  businessAccountId: string
  token?: string
  appSecret?: string
}

interface CloudAccountFieldsProps<Values extends CloudValues> extends Pick<
  CloudAccountView,
  'hasHostApp' | 'token' | 'appSecret'
> {
  form: FormModel<Values>
}

export function CloudAccountFields<Values extends CloudValues>(props: CloudAccountFieldsProps<Values>) {
  const t = useTexts('cloudAccount').cloudAccount
  const { hasHostApp, token, appSecret } = props
  // The fields that both forms have.
  const form = props.form as FormModel<Required<CloudValues>>
  const kept = { none: undefined, set: t.kept, unreadable: t.unreadable }
  return (
    <>
      <FormField form={form} name="phoneNumberId" label={t.phoneNumberId} help={t.phoneNumberIdHelp} required>
        {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="businessAccountId"
        label={t.businessAccountId}
        help={t.businessAccountIdHelp}
        required
      >
        {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="token" label={t.token} help={kept[token] ?? t.tokenHelp} required={token !== 'set'}>
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="appSecret"
        label={t.appSecret}
        help={kept[appSecret] ?? (hasHostApp ? t.appSecretOptional : t.appSecretHelp)}
        required={appSecret !== 'set' && !hasHostApp}
      >
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}
