import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { fieldErrorText } from '../../i18n/error-text'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Field, type FieldProps, OutsideField } from '../field/field'
import { NumberInput } from '../field/number-input'
import { afterPress } from './form-field'
import type { FormFieldModel, FormModel } from './form'

type NumberNames<Values> = {
  [Name in keyof Values]-?: NonNullable<Values[Name]> extends number ? Name : never
}[keyof Values] &
  string

type InputProps = Parameters<typeof NumberInput>[0]

interface NumberFieldProps<Values>
  extends
    Omit<FieldProps, 'error' | 'id' | 'children'>,
    Pick<InputProps, 'unit' | 'step' | 'decimals' | 'isAmount' | 'disabled' | 'min' | 'max'> {
  form: FormModel<Values>
  name: NumberNames<Values>
  /** A usual value, named in the empty field and in its errors. */
  example: number
  beside?: ReactNode
  /** Called with each change in place of the form. */
  onChange?: (value: number | null) => void
}

const numberErrors: readonly string[] = ['required', 'integer', 'invalid', 'tooSmall', 'tooLarge']

/** Its limits are those of the form's schema; whatever else is typed stays, with an error that says what is expected. */
export function NumberField<Values>({
  form,
  name,
  example,
  beside,
  onChange,
  unit,
  step,
  decimals,
  isAmount,
  disabled,
  min,
  max,
  ...field
}: NumberFieldProps<Values>) {
  useSignals()
  const t = useTexts()
  const format = useFormat()
  // The form's types describe its values when it can be saved.
  const model = form.fields[name] as unknown as FormFieldModel<number | null>
  const value = model.value.value ?? null
  const error = model.error.value
  const bounds = { ...form.boundsOf(name), ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  const shown = (number: number) => format.number(number, isAmount || !Number.isInteger(number) ? (decimals ?? 2) : 0)
  // Another rule of the form may require a number that is not 0.
  const isOfNumber = error !== null && numberErrors.includes(error) && !(error === 'required' && value === 0)
  const { min: least, max: most } = bounds

  function expected() {
    const kind = decimals || isAmount ? t.ui.number : t.ui.wholeNumber
    if (least === undefined || most === undefined) return kind.any(shown(example))
    return kind.between(shown(least), shown(most), shown(example))
  }

  const input = (
    <NumberInput
      value={value}
      onValueChange={onChange ?? model.set}
      onBlur={() => afterPress(model.blur)}
      placeholder={t.ui.example(shown(example))}
      min={least}
      max={most}
      step={step}
      decimals={decimals}
      isAmount={isAmount}
      unit={unit}
      disabled={disabled}
    />
  )
  return (
    <Field {...field} id={model.id} error={error === null ? null : isOfNumber ? expected() : fieldErrorText(t, error)}>
      {beside ? (
        <span className="number-field-row">
          {input}
          <OutsideField>{beside}</OutsideField>
        </span>
      ) : (
        input
      )}
    </Field>
  )
}
