import type { LucideIcon } from '../icons'
import type { ComponentProps, ReactNode } from 'react'
import { Link as RouterLink } from 'wouter'
import { ButtonContent, type ButtonSize, type ButtonVariant } from '../button/button'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  replace?: boolean | undefined
}

export function PlainLink(props: LinkProps) {
  return <RouterLink {...props} />
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
