import { useTexts } from '../../i18n/i18n'
import { NumberField } from '../../ui/form/number-field'
import type { SettingsForm } from './settings-form'

const names = ['customBase', 'customUser', 'customConnection'] as const

export function CustomPlanFields({ form }: { form: SettingsForm }) {
  const t = useTexts('paymentSettings').paymentSettings
  return (
    <fieldset className="payment-settings-custom">
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
