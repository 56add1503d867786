import type { LucideIcon } from '../icons'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { isHydrating } from '../layout/later-part'
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
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isHydrating() && !frame.current?.closest('.later-part[data-pending]')) return
    // What was typed before hydration would be lost at the next render.
    const typed = frame.current?.querySelector('input')?.value ?? value
    if (typed !== value) onValueChange(typed)
  }, [])

  return (
    <div className={className ? `input ${className}` : 'input'} ref={frame}>
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
