import { TextInput, type TextInputProps } from '../ui/field/text-input'

/** @param isRecovery letters, too */
export function CodeInput({ isRecovery, ...props }: TextInputProps & { isRecovery?: boolean }) {
  return (
    <TextInput
      {...props}
      name="code"
      className="code-input"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isRecovery ? 'text' : 'numeric'}
      maxLength={20}
    />
  )
}
