import type { LucideIcon, LucideProps } from '../icons'
import { type ComponentProps, type MouseEvent, type ReactNode, useState, type ComponentType } from 'react'
import { Spinner } from '../feedback/spinner'
import { tooltip, type TooltipSide } from '../popup/tooltip'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** Shows a spinner, ignores presses and keeps the focus. So does a button whose `onClick` has returned a promise, until that settles. */
  loading?: boolean
  wide?: boolean
  children: ReactNode
}

/** A button with a text. Use one primary button per screen. For an icon alone there is IconButton. */
export function Button({ variant = 'secondary', size = 'm', icon, wide, className, ...props }: ButtonProps) {
  const { children, onClick, type = 'button', loading: isLoading, ...rest } = props
  const { loading, press } = usePress(onClick, isLoading)
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
      onClick={press}
    >
      <ButtonContent icon={icon} loading={loading}>
        {children}
      </ButtonContent>
    </button>
  )
}

function usePress(onClick: ButtonProps['onClick'], isLoading: boolean | undefined) {
  const { pending, run } = useRunOnce()
  const loading = isLoading || pending.size > 0
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else run('press', (): unknown => onClick?.(event))
  }
  return { loading, press }
}

export function ButtonContent({ icon: Icon, loading, children }: Pick<ButtonProps, 'icon' | 'loading' | 'children'>) {
  return (
    <>
      {loading ? <Spinner /> : Icon && <Icon size={16} aria-hidden />}
      <span className="button-label">{children}</span>
    </>
  )
}

export type RunOnce = (name: string, action: () => unknown) => void

/** Runs each action once at a time: one that returns a promise is under way until that settles. */
export function createRunOnce(changed: (pending: ReadonlySet<string>) => void = () => {}): RunOnce {
  const pending = new Set<string>()
  return (name, action) => {
    if (pending.has(name)) return
    const result = action()
    if (!(result instanceof Promise)) return
    pending.add(name)
    changed(new Set(pending))
    void result.finally(() => {
      pending.delete(name)
      changed(new Set(pending))
    })
  }
}

const none: ReadonlySet<string> = new Set()

export function useRunOnce() {
  const [pending, setPending] = useState(none)
  const [run] = useState(() => createRunOnce(setPending))
  return { pending, run }
}

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
