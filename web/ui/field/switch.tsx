import type { ComponentProps, ReactNode } from 'react'
import { useFieldAttributes, useFieldHint } from './field'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'defaultChecked' | 'value'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label?: ReactNode
  help?: ReactNode
}

/** A switch with immediate effect. With a label the row takes the full width, with the switch at its end. */
export function Switch({ checked, onCheckedChange, label, help, className, ...props }: SwitchProps) {
  const attributes = useFieldAttributes(props)
  const hint = useFieldHint(props.id)
  const input = (
    <input
      {...props}
      {...attributes}
      type="checkbox"
      role="switch"
      className="switch"
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
    />
  )
  if (label === undefined) return input
  return (
    <label className={className ? `switch-row ${className}` : 'switch-row'}>
      <span className="switch-text">
        <span className="switch-label">{label}</span>
        {(hint ?? help) && <span className="switch-help">{hint ?? help}</span>}
      </span>
      {input}
    </label>
  )
}
