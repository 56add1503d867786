import type { LucideIcon } from '../icons'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldAttributes } from './field'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'size'> {
  value: string
  onValueChange: (value: string) => void
  icon?: LucideIcon
  trailing?: ReactNode
}

export function TextInput({
  value,
  onValueChange,
  icon: Icon,
  trailing,
  className,
  onChange,
  ...props
}: TextInputProps) {
  const attributes = useFieldAttributes(props)
  return (
    <div className={className ? `input ${className}` : 'input'}>
      {Icon && <Icon size={16} aria-hidden />}
      <input
        type="text"
        {...props}
        {...attributes}
        className="input-text"
        value={value}
        onChange={(event) => {
          onChange?.(event)
          onValueChange(event.target.value)
        }}
      />
      {trailing}
    </div>
  )
}
