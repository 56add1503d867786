import type { ComponentProps } from 'react'
import { useFieldAttributes } from './field'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> {
  value: string
  onValueChange: (value: string) => void
  rows?: number
  rowsMax?: number
}

export function TextArea({ value, onValueChange, rows = 3, rowsMax = 12, className, ...props }: TextAreaProps) {
  const attributes = useFieldAttributes(props)
  const { onChange, style, ...rest } = props
  // The copy in data-value has the text's height, the textarea covers it: no measuring.
  return (
    <div
      className={className ? `input text-area ${className}` : 'input text-area'}
      data-value={`${value} `}
      style={{ ...style, '--text-area-rows': rows, '--text-area-rows-max': rowsMax }}
    >
      <textarea
        {...rest}
        {...attributes}
        className="text-area-text"
        rows={rows}
        value={value}
        onChange={(event) => {
          onChange?.(event)
          onValueChange(event.target.value)
        }}
      />
    </div>
  )
}
