import { TextInput, type TextInputProps } from '../ui/field/text-input'

export const EmailInput = (props: TextInputProps) => (
  <TextInput {...props} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
)
