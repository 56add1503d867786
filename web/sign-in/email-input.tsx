import { TextInput, type TextInputProps } from '../ui/field/text-input'

/** The address with which people sign in; password managers fill it in. */
export const EmailInput = (props: TextInputProps) => (
  <TextInput {...props} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
)
