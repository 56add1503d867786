import type { ComponentProps } from 'react'
import { TextInput } from '../ui/field/text-input'

interface PhoneInputProps extends Omit<ComponentProps<typeof TextInput>, 'value'> {
  value: string | number
}

/** A phone number with country code. */
export function PhoneInput({ value, ...field }: PhoneInputProps) {
  return <TextInput {...field} value={String(value)} inputMode="tel" autoComplete="off" placeholder="5511988887777" />
}
