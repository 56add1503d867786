import type { LucideProps } from '../icons'
import type { ComponentProps, ComponentType } from 'react'
import { tooltip, type TooltipSide } from '../popup/tooltip'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: ComponentType<LucideProps>
  /** Its accessible name and tooltip. */
  label: string
  variant?: 'ghost' | 'soft' | 'primary' | 'danger'
  size?: 'xs' | 's' | 'm' | 'l'
  /** Whether a toggle button is on. */
  pressed?: boolean
  side?: TooltipSide
  /** Keys shown in the tooltip, such as `['mod', 'K']`. */
  keys?: readonly string[]
}

/** A button with only an icon: always named, always with a tooltip. */
export function IconButton({ icon: Icon, label, variant = 'ghost', size = 'm', pressed, ...props }: IconButtonProps) {
  const { side, keys, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      {...tooltip(label, { side, keys })}
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      aria-pressed={pressed}
      data-variant={variant}
      data-size={size}
    >
      <Icon size={size === 'xs' ? 14 : size === 's' ? 16 : 18} aria-hidden />
    </button>
  )
}
