import { useSignals } from '@preact/signals-react/runtime'
import { platformSettingDefaults } from '../../src/platform/branding/platform-setting.contract'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { ColorInput } from '../ui/field/color-input'
import type { FormModel } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { Info, RotateCcw } from '../ui/icons'
import { Note } from '../ui/feedback/note'
import { NumberField } from '../ui/form/number-field'
import { SaveButton } from '../ui/button/save-button'
import { SwitchField } from '../ui/field/switch-field'
import { TextInput } from '../ui/field/text-input'
import { useUi } from '../ui/context/ui-context'
import type { PlatformSettings } from './load-settings'
import { LogoField } from './logo-field'
import { ThemePreview } from './theme-preview'
import { logoFields, type WhiteLabelValues } from './white-label-form'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { WithTexts } from '../app/with-texts'
import { usePaymentSettings } from '../finance/payment-settings/use-payment-settings'
import { paymentsField, settingId } from './setting-id'

interface WhiteLabelPanelProps {
  form: FormModel<WhiteLabelValues>
  stored: PlatformSettings
}

export function WhiteLabelPanel({ form, stored }: WhiteLabelPanelProps) {
  useSignals()
  const t = useTexts('setting').setting.whitelabel
  const { toast } = useUi()
  const { primaryColorLight, primaryColorDark } = platformSettingDefaults
  return (
    <div className="white-label">
      <Form form={form} onSaved={() => toast.success(t.saved)}>
        <Note icon={Info}>{t.intro}</Note>
        <FormField form={form} name="appName" label={t.name} help={t.nameHelp}>
          {(field) => <TextInput {...field} maxLength={50} autoComplete="off" />}
        </FormField>
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
        <div className="setting-hours-actions">
          <SaveButton form={form} />
        </div>
      </Form>
      <section className="white-label-logos" aria-label={t.images}>
        {keysOf(logoFields).map((key) => (
          <LogoField key={key} mode={logoFields[key]} settingKey={key} stored={stored} />
        ))}
      </section>
      <PaymentsPart />
    </div>
  )
}

/** How companies pay the host; the same dialog as beside the invoices. */
function PaymentsPart() {
  return (
    <WithTexts areas={['finance', 'checkout', 'paymentSettings']}>
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
