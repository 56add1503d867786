import { useTexts } from '../../i18n/i18n'
import { FormField } from '../../ui/form/form-field'
import { NumberInput } from '../../ui/field/number-input'
import type { SettingsForm } from './settings-form'

const names = ['customBase', 'customUser', 'customConnection'] as const
const priceMax = 1_000_000

export function CustomPlanFields({ form }: { form: SettingsForm }) {
  const t = useTexts('paymentSettings').paymentSettings
  return (
    <fieldset className="payment-settings-custom">
      <legend>{t.custom}</legend>
      <p className="checkout-hint">{t.customHelp}</p>
      <div className="checkout-custom">
        {names.map((name) => (
          <FormField key={name} form={form} name={name} label={t.fields[name]}>
            {({ value, onValueChange, onBlur }) => (
              <NumberInput
                onBlur={onBlur}
                min={0}
                max={priceMax}
                isAmount
                value={value ?? null}
                onValueChange={(next) => onValueChange(next ?? 0)}
              />
            )}
          </FormField>
        ))}
      </div>
    </fieldset>
  )
}
