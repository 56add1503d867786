import type { LucideIcon } from '../icons'
import { use, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { ButtonContent, type ButtonSize, type ButtonVariant } from '../button/button'
import { LinkContext } from './link-context'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  /** Replaces the current history entry. */
  replace?: boolean | undefined
}

/** A link to a screen of the app without styles of its own. */
export function PlainLink({ replace = false, onClick, ...props }: LinkProps) {
  const navigate = use(LinkContext)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    // The browser opens these in another tab or window, or saves them.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    onClick?.(event)
    if (!navigate || event.defaultPrevented) return
    event.preventDefault()
    navigate(props.href, { replace })
  }
  return <a {...props} onClick={follow} />
}

/** A link to a screen of the app, without loading a new document. External addresses use a plain `<a>`. */
export function Link({ className, ...props }: LinkProps) {
  return <PlainLink {...props} className={className ?? 'link'} />
}

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  children: ReactNode
}

export function ButtonLink({ variant = 'secondary', size = 'm', icon, children, ...props }: ButtonLinkProps) {
  return (
    <PlainLink {...props} className="button" data-variant={variant} data-size={size}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </PlainLink>
  )
}
