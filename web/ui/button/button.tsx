import type { LucideIcon } from '../icons'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** Shows a spinner and ignores presses. Unlike a disabled button, it keeps the focus. */
  loading?: boolean
  /** Takes the full width. */
  wide?: boolean
  children: ReactNode
}

/** A button with a text. Use one primary button per screen. For an icon alone there is IconButton. */
export function Button({ variant = 'secondary', size = 'm', icon, loading, wide, className, ...props }: ButtonProps) {
  const { children, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      className={className ? `button ${className}` : 'button'}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      data-loading={loading || undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <ButtonContent icon={icon} loading={loading}>
        {children}
      </ButtonContent>
    </button>
  )
}

/** The content of a button, shared with links styled as buttons. */
export function ButtonContent({ icon: Icon, loading, children }: Pick<ButtonProps, 'icon' | 'loading' | 'children'>) {
  return (
    <>
      {loading ? <Spinner /> : Icon && <Icon size={16} aria-hidden />}
      <span className="button-label">{children}</span>
    </>
  )
}
