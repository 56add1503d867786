import type { LucideProps } from '../icons'
import type { ComponentProps, ComponentType } from 'react'
import { Spinner } from '../feedback/spinner'
import { tooltip, type TooltipSide } from '../popup/tooltip'
import { usePress } from './button'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: ComponentType<LucideProps>
  label: string
  variant?: 'ghost' | 'soft' | 'primary' | 'danger'
  size?: 'xs' | 's' | 'm' | 'l'
  pressed?: boolean
  side?: TooltipSide
  keys?: readonly string[]
}

const sizes = { xs: 14, s: 16, m: 18, l: 18 }

export function IconButton({ icon: Icon, label, variant = 'ghost', size = 'm', pressed, ...props }: IconButtonProps) {
  const { side, keys, className, onClick, ...rest } = props
  const { loading, press } = usePress(onClick, undefined)
  const isBusy = loading || rest['aria-busy']
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={press}
      {...tooltip(label, { side, keys })}
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      aria-pressed={pressed}
      data-variant={variant}
      data-size={size}
    >
      {isBusy ? <Spinner size={sizes[size]} /> : <Icon size={sizes[size]} aria-hidden />}
    </button>
  )
}
