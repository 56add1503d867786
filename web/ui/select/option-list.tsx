import { Check } from '../icons'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Option } from './option'

interface OptionListProps<Value> {
  id: string
  label: string | undefined
  labelledBy: string | undefined
  options: readonly Option<Value>[]
  active: number
  isSelected: (value: Value) => boolean
  multiple?: boolean
  onPick: (option: Option<Value>) => void
  onActive: (index: number) => void
}

/** The focus stays in the input, which references the active row. */
export function OptionList<Value>({
  id,
  label,
  labelledBy,
  options,
  active,
  isSelected,
  multiple,
  ...on
}: OptionListProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      className="option-list"
      id={id}
      role="listbox"
      aria-label={labelledBy ? undefined : label}
      aria-labelledby={labelledBy}
      aria-multiselectable={multiple || undefined}
      // A press must not take the focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={String(option.value)}
          className="option"
          id={`${id}-${index}`}
          role="option"
          aria-selected={isSelected(option.value)}
          aria-disabled={option.disabled || undefined}
          data-active={index === active || undefined}
          onPointerMove={() => index !== active && on.onActive(index)}
          onClick={() => !option.disabled && on.onPick(option)}
        >
          <OptionText option={option} />
          {isSelected(option.value) && <Check className="option-check" size={16} aria-hidden />}
        </div>
      ))}
    </div>
  )
}

export function OptionText<Value>({ option: { label, description, color, icon: Icon } }: { option: Option<Value> }) {
  return (
    <>
      {color && <span className="option-dot" style={{ '--option-colour': color }} />}
      {Icon && <Icon className="option-icon" size={16} aria-hidden />}
      <span className="option-text">
        <span className="option-label">{label}</span>
        {description && <span className="option-description">{description}</span>}
      </span>
    </>
  )
}

export function OptionNote({ children }: { children: ReactNode }) {
  return <p className="option-note">{children}</p>
}

export function stepActive(options: readonly Option<unknown>[], from: number, step: 1 | -1): number {
  for (let moved = 1; moved <= options.length; moved++) {
    const index = (from + step * moved + options.length * 2) % options.length
    if (!options[index]?.disabled) return index
  }
  return -1
}
