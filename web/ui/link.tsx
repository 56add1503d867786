import type { LucideIcon } from './icons'
import { createContext, use, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { ButtonContent, type ButtonSize, type ButtonVariant } from './button'

interface NavigateOptions {
  replace?: boolean
}

/** How links lead to another screen. Without a provider they load a new document. */
export const NavigateContext = createContext<(href: string, options?: NavigateOptions) => unknown>((href) =>
  location.assign(href),
)

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  /** Replaces the current history entry. */
  replace?: boolean | undefined
}

/** A link to a screen of the app without styles of its own. New tabs, windows and downloads are left to the browser. */
export function PlainLink({ replace = false, onClick, ...props }: LinkProps) {
  const navigate = use(NavigateContext)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    navigate(props.href, { replace })
  }

  return <a {...props} onClick={follow} />
}

/** A link to a screen of the app, without loading a new document. External addresses use a plain `<a>`. */
export function Link({ className, ...props }: LinkProps) {
  return <PlainLink {...props} className={className ?? 'link'} />
}

export interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  children: ReactNode
}

/** A link styled as a button. */
export function ButtonLink({ variant = 'secondary', size = 'm', icon, children, ...props }: ButtonLinkProps) {
  return (
    <PlainLink {...props} className="button" data-variant={variant} data-size={size}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </PlainLink>
  )
}
