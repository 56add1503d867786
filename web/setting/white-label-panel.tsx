import { useSignals } from '@preact/signals-react/runtime'
import { platformSettingDefaults } from '../../src/platform/branding/platform-setting.contract'
import { useTexts, useErrorText, useFormat } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { ColorInput } from '../ui/field/color-input'
import type { FormModel } from '../ui/form/form'
import { Form, FormField, TextField } from '../ui/form/form-field'
import { Info, RotateCcw, Image, ImagePlus, Trash2, TriangleAlert } from '../ui/icons'
import { Note } from '../ui/feedback/feedback'
import { NumberField } from '../ui/form/number-field'
import { SaveButton } from '../ui/button/save-button'
import { SwitchField } from '../ui/field/switch-field'
import { useUi } from '../ui/context/ui-context'
import type { PlatformSettings } from './load-settings'
import { logoFields, type WhiteLabelValues } from './white-label-form'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { WithTexts } from '../app/with-texts'
import { usePaymentSettings } from '../finance/payment-settings/use-payment-settings'
import { paymentsField, settingId } from './setting-tabs'
import { useState } from 'react'
import type { LogoMode } from '../../src/platform/branding/brand-logo.contract'
import { useApp } from '../app/app-context'
import { fieldErrorText, readRefused } from '../i18n/error-text'
import { Field } from '../ui/field/field'
import { FileButton } from '../ui/button/file-button'
import { brandSolid } from '../ui/button/brand-solid'
import { contrast, readableOn, readColour } from '../ui/colour/colour'

/** The surface of each theme, as in `tokens.css`. */
const grounds = { light: '#ffffff', dark: '#13161b' }
const contrastMin = 4.5

/** Shows a colour in a theme, whatever the current one, with a warning if it is hard to read. */
function ThemePreview({ theme, colour }: { theme: keyof typeof grounds; colour: string }) {
  const t = useTexts('setting').setting.whitelabel
  const format = useFormat()
  const isColour = readColour(colour) !== undefined
  const shown = isColour ? colour : grounds[theme]
  const solid = brandSolid(shown, theme)
  const ratio = contrast(shown, grounds[theme])
  return (
    <figure className="theme-preview">
      <figcaption>{t.previews[theme]}</figcaption>
      <div
        className="theme-preview-ground row wraps gap-3"
        style={{
          '--preview-ground': grounds[theme],
          '--preview-colour': shown,
          '--preview-solid': solid,
          '--preview-on': readableOn(solid),
        }}
        aria-hidden
      >
        <span className="theme-preview-button">{t.button}</span>
        <span className="theme-preview-link">{t.link}</span>
        <span className="theme-preview-badge">{t.badge}</span>
      </div>
      {isColour && ratio < contrastMin && <Note icon={TriangleAlert}>{t.lowContrast(format.number(ratio, 1))}</Note>}
    </figure>
  )
}

export function WhiteLabelPanel({ form, stored }: { form: FormModel<WhiteLabelValues>; stored: PlatformSettings }) {
  useSignals()
  const t = useTexts('setting').setting.whitelabel
  const { toast } = useUi()
  const { primaryColorLight, primaryColorDark } = platformSettingDefaults
  return (
    <div className="white-label">
      <Form form={form} onSaved={() => toast.success(t.saved)}>
        <Note icon={Info}>{t.intro}</Note>
        <TextField form={form} name="appName" label={t.name} help={t.nameHelp} maxLength={50} />
        <div className="form-row">
          <FormField form={form} name="primaryColorLight" label={t.light}>
            {(field) => <ColorInput {...field} />}
          </FormField>
          <FormField form={form} name="primaryColorDark" label={t.dark}>
            {(field) => <ColorInput {...field} />}
          </FormField>
        </div>
        <div className="white-label-previews">
          <ThemePreview theme="light" colour={form.fields.primaryColorLight.value.value} />
          <ThemePreview theme="dark" colour={form.fields.primaryColorDark.value.value} />
        </div>
        <div>
          <Button size="s" icon={RotateCcw} onClick={() => form.set({ primaryColorLight, primaryColorDark })}>
            {t.defaults}
          </Button>
        </div>
        <SwitchField form={form} name="allowSignup" label={t.signup} help={t.signupHelp} />
        <NumberField form={form} name="trialDays" label={t.trial} help={t.trialHelp} unit={t.days} example={7} />
        <SwitchField form={form} name="invoiceMails" label={t.invoiceMails} help={t.invoiceMailsHelp} />
        <SwitchField form={form} name="superTwoFactor" label={t.superTwoFactor} help={t.superTwoFactorHelp} />
        <div className="row wraps">
          <SaveButton form={form} />
        </div>
      </Form>
      <section className="stack gap-5" aria-label={t.images}>
        {keysOf(logoFields).map((key) => (
          <LogoField key={key} mode={logoFields[key]} settingKey={key} stored={stored} />
        ))}
      </section>
      <PaymentsPart />
    </div>
  )
}

function PaymentsPart() {
  return (
    <WithTexts areas={['finance']}>
      <Payments />
    </WithTexts>
  )
}

function Payments() {
  const t = useTexts('setting').setting.whitelabel.payments
  const { button, dialog } = usePaymentSettings()
  return (
    <section className="white-label-payments" id={settingId(paymentsField)} aria-labelledby="white-label-payments">
      <h2 id="white-label-payments">{t.title}</h2>
      <p className="subtle">{t.text}</p>
      {button}
      {dialog}
    </section>
  )
}

interface LogoFieldProps {
  mode: LogoMode
  settingKey: 'appLogoLight' | 'appLogoDark' | 'appLogoFavicon'
  stored: PlatformSettings
}

/** A logo on its theme's background; saved as soon as it is chosen. */
function LogoField({ mode, settingKey, stored }: LogoFieldProps) {
  const t = useTexts('setting').setting.whitelabel
  const { path, busy, error, upload, clear } = useLogo({ mode, settingKey, stored })
  return (
    <Field id={settingId(settingKey)} label={t.logos[mode]} help={t.logoHelp} error={error} group>
      <div className="white-label-logo row wraps gap-3">
        <span
          className="white-label-logo-ground"
          style={{ '--preview-ground': grounds[mode === 'dark' ? 'dark' : 'light'] }}
        >
          {path ? <img src={path} alt={t.logos[mode]} /> : <Image size={20} aria-hidden />}
        </span>
        <FileButton
          icon={ImagePlus}
          loading={busy}
          accept="image/png,image/jpeg,image/webp"
          onChoose={(file) => void upload(file)}
        >
          {path ? t.change : t.choose}
        </FileButton>
        {path && (
          <Button variant="ghost" icon={Trash2} disabled={busy} onClick={() => clear()}>
            {t.remove}
          </Button>
        )}
      </div>
    </Field>
  )
}

function useLogo({ mode, settingKey, stored }: LogoFieldProps) {
  const texts = useTexts('setting')
  const t = texts.setting.whitelabel
  const errorText = useErrorText()
  const { toast } = useUi()
  const { api } = useApp()
  const [path, setPath] = useState(stored[settingKey])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function save(send: () => Promise<{ value: string }>, done: string) {
    setBusy(true)
    setError(null)
    try {
      const { value } = await send()
      stored[settingKey] = value
      setPath(value)
      toast.success(done)
    } catch (cause) {
      const refused = readRefused(cause)?.fields['file']
      setError(refused ? fieldErrorText(texts, refused) : errorText(cause))
    }
    setBusy(false)
  }

  function upload(file: File) {
    const form = new FormData()
    form.set('typeArch', 'logo')
    form.set('mode', mode)
    form.set('file', file)
    return save(() => api.upload('/settings-whitelabel/logo', { form }), t.logoSaved)
  }

  const clear = () =>
    save(() => api.put('/settings/:key', { params: { key: settingKey }, body: { value: '' } }), t.logoRemoved)

  return { path, busy, error, upload, clear }
}
