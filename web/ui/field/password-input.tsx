import { Eye, EyeOff } from '../icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { TextInput, type TextInputProps } from './text-input'

export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? t.ui.hidePassword : t.ui.showPassword}
          size="xs"
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
