import type { ComponentProps, ReactNode } from 'react'
import { useFieldAttributes } from './field'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'defaultChecked' | 'value'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label?: ReactNode
  indeterminate?: boolean
}

/** A checkbox, with its label beside it. Without one it needs an `aria-label`. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  indeterminate = false,
  className,
  ...props
}: CheckboxProps) {
  const attributes = useFieldAttributes(props)
  const box = (
    <input
      {...props}
      {...attributes}
      type="checkbox"
      className="checkbox"
      checked={checked}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      onChange={(event) => onCheckedChange(event.target.checked)}
    />
  )
  if (label === undefined) return box
  return (
    <label className={className ? `checkbox-row ${className}` : 'checkbox-row'}>
      {box}
      <span>{label}</span>
    </label>
  )
}
