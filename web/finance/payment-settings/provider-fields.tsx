import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import type { PaymentSecretName } from '../../../src/platform/payment/payment-settings.contract'
import { useTexts } from '../../i18n/i18n'
import { FormField } from '../../ui/form/form-field'
import { PasswordInput } from '../../ui/field/password-input'
import { TextArea } from '../../ui/field/text-area'
import { TextInput } from '../../ui/field/text-input'
import type { SettingsForm } from './settings-form'

type Provider = PaymentSettingsView['provider']
type TextName = 'pixKey' | 'pixName' | 'pixCity' | 'efiClientId' | 'efiPixKey'
type FieldName = TextName | PaymentSecretName

const fieldsOf: Record<Provider, readonly FieldName[]> = {
  '': [],
  static: ['pixKey', 'pixName', 'pixCity'],
  efi: ['efiClientId', 'efiClientSecret', 'efiPixKey', 'efiCertificate', 'efiKey', 'efiWebhookSecret'],
  mercadopago: ['mercadoPagoAccessToken', 'mercadoPagoWebhookSecret'],
  asaas: ['asaasApiKey', 'asaasWebhookToken'],
}
const pemNames: readonly FieldName[] = ['efiCertificate', 'efiKey']

interface ProviderFieldsProps {
  form: SettingsForm
  provider: Provider
  secrets: PaymentSettingsView['secrets']
}

export function ProviderFields({ form, provider, secrets }: ProviderFieldsProps) {
  const t = useTexts('paymentSettings').paymentSettings
  const isSecret = (name: FieldName): name is PaymentSecretName => Object.hasOwn(secrets, name)
  const help = (name: PaymentSecretName) => {
    if (secrets[name] === 'unreadable') return t.secretUnreadable
    if (secrets[name] === 'set') return t.secretSet
    return name === 'efiWebhookSecret' ? t.webhookSecretHelp : undefined
  }
  return fieldsOf[provider].map((name) => (
    <FormField key={name} form={form} name={name} label={t.fields[name]} help={isSecret(name) ? help(name) : undefined}>
      {({ value, ...field }) => {
        const text = value ?? ''
        if (pemNames.includes(name)) return <TextArea {...field} value={text} rows={2} rowsMax={4} spellCheck={false} />
        if (isSecret(name)) return <PasswordInput {...field} value={text} autoComplete="off" />
        return <TextInput {...field} value={text} autoComplete="off" spellCheck={false} />
      }}
    </FormField>
  ))
}
