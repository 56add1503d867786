import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import { PaymentSettingsBody, type PaymentSecretName } from '../../../src/platform/payment/payment-settings.contract'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useForm, type FormModel, changedParts } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField } from '../../ui/form/form-field'
import { CircleAlert } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { Select } from '../../ui/select/select'
import { useUi } from '../../ui/context/ui-context'
import { NumberField } from '../../ui/form/number-field'
import { CopiedInput } from '../../ui/field/copied-input'
import { Field } from '../../ui/field/field'
import { PasswordInput } from '../../ui/field/password-input'
import { TextArea } from '../../ui/field/text-area'
import { TextInput } from '../../ui/field/text-input'
import type * as v from 'valibot'

interface WebhookAddressProps {
  provider: PaymentSettingsView['provider']
  /** Empty without a public address, or before the provider is saved. */
  url: string
}

const names = ['customBase', 'customUser', 'customConnection'] as const

interface PaymentSettingsDialogProps {
  settings: PaymentSettingsView
  close: () => void
}

export function PaymentSettingsDialog({ settings: opened, close }: PaymentSettingsDialogProps) {
  useSignals()
  const t = useTexts('finance').finance.payments
  const { api } = useApp()
  const { toast } = useUi()
  const [settings, setSettings] = useState(opened)
  const hasProblem = useRef(false)
  const [saves, setSaves] = useState(0)
  const form: SettingsForm = useForm({
    schema: PaymentSettingsBody,
    initial: valuesOfSettings(opened),
    save: async (body) => {
      const view = await api.put('/payment-settings', { body: changedParts(body, valuesOfSettings(settings)) })
      hasProblem.current = view.problem !== null
      setSettings(view)
      setSaves((count) => count + 1)
    },
  })
  const provider = form.fields.provider.value.value ?? ''
  const saved = settings.provider === provider ? settings : undefined

  function onSaved() {
    if (hasProblem.current) return
    toast.success(t.saved)
    close()
  }

  return (
    <FormDialog title={t.title} size="m" form={form} close={close} onSaved={onSaved}>
      <FormField form={form} name="provider" label={t.provider} help={t.providerHelp[provider]}>
        {({ value, ...field }) => <Select {...field} value={value ?? ''} options={providerOptions(t.providers)} />}
      </FormField>
      {saved && saved.missing.length > 0 && (
        <Note icon={CircleAlert}>{t.missing(saved.missing.map((name) => nameOf(t.fields, name)).join(', '))}</Note>
      )}
      {saved?.problem && (
        <div role="alert" key={saves} ref={scrollTo}>
          <Note icon={CircleAlert}>{t.problems[saved.problem]}</Note>
        </div>
      )}
      <ProviderFields form={form} provider={provider} secrets={settings.secrets} />
      <WebhookAddress provider={provider} url={saved?.webhookUrl ?? ''} />
      <CustomPlanFields form={form} />
    </FormDialog>
  )
}

function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' })
}

function providerOptions<Name extends string>(names: Record<Name, string>) {
  return keysOf(names).map((value) => ({ value, label: names[value] }))
}

function nameOf(names: Record<string, string>, name: string) {
  return names[name] ?? name
}

function CustomPlanFields({ form }: { form: SettingsForm }) {
  const t = useTexts('finance').finance.payments
  return (
    <fieldset className="payment-settings-custom stack">
      <legend>{t.custom}</legend>
      <p className="checkout-hint">{t.customHelp}</p>
      <div className="checkout-custom">
        {names.map((name) => (
          <NumberField key={name} form={form} name={name} label={t.fields[name]} isAmount example={49} />
        ))}
      </div>
    </fieldset>
  )
}

function WebhookAddress({ provider, url }: WebhookAddressProps) {
  const { payments: t, checkout } = useTexts('finance').finance
  if (provider === '' || provider === 'static') return null
  if (url === '') return <p className="checkout-hint">{t.webhookMissing}</p>
  return (
    <Field label={t.webhook} help={t.webhookHelp[provider]}>
      <CopiedInput value={url} copyLabel={checkout.pix.copy} copiedLabel={checkout.pix.copied} />
    </Field>
  )
}

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

function ProviderFields({ form, provider, secrets }: ProviderFieldsProps) {
  const t = useTexts('finance').finance.payments
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

type Values = v.InferInput<typeof PaymentSettingsBody>
type SettingsForm = FormModel<Values>

/** Secrets are never shown: an empty field keeps the stored one. */
function valuesOfSettings({ secrets, webhookUrl, missing, ...shown }: PaymentSettingsView): Values {
  const empty = Object.fromEntries(Object.keys(secrets).map((name) => [name, '']))
  return { ...shown, ...empty }
}
