import { PlainLink } from '../ui/display/link'

interface FigureLinkProps {
  /** Without an address, the figure is plain text. */
  href: string | undefined
  label: string
  value: string
}

export function FigureLink({ href, label, value }: FigureLinkProps) {
  if (href === undefined) return value
  return (
    <PlainLink className="figure-link" href={href} aria-label={`${value} ${label}`}>
      {value}
    </PlainLink>
  )
}
