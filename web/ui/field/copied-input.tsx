import { IconButton } from '../button/button'
import { Check, Copy } from '../icons'
import { TextInput, type TextInputProps } from './text-input'
import { useCopy } from '../text/copy-text'

interface CopiedInputProps extends Omit<TextInputProps, 'readOnly' | 'onValueChange' | 'trailing'> {
  value: string
  copyLabel: string
  copiedLabel: string
}

export function CopiedInput({ value, copyLabel, copiedLabel, ...props }: CopiedInputProps) {
  const { copied, copy } = useCopy()
  return (
    <TextInput
      {...props}
      readOnly
      value={value}
      onValueChange={() => {}}
      onFocus={({ target }) => target.select()}
      trailing={
        <IconButton
          icon={copied ? Check : Copy}
          label={copied ? copiedLabel : copyLabel}
          size="xs"
          onClick={() => copy(value)}
        />
      }
    />
  )
}
