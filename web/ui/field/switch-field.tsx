import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useReadOnly } from './field'
import type { FormFieldModel, FormModel } from '../form/form'
import { Switch } from './switch'

type SwitchNames<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] &
  string

interface SwitchFieldProps<Values> {
  form: FormModel<Values>
  name: SwitchNames<Values>
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
  onChange?: (checked: boolean) => void
}

export function SwitchField<Values>({ form, name, label, help, disabled, onChange }: SwitchFieldProps<Values>) {
  useSignals()
  const isReadOnly = useReadOnly()
  const field = form.fields[name] as FormFieldModel<unknown>
  return (
    <Switch
      id={field.id}
      checked={field.value.value === true}
      onCheckedChange={(checked) => {
        field.set(checked)
        onChange?.(checked)
      }}
      label={label}
      help={help}
      disabled={disabled || isReadOnly}
    />
  )
}
