import { PlainLink } from '../ui/display/link'

interface FigureLinkProps {
  /** Without an address, the figure is plain text. */
  href: string | undefined
  /** What is counted. */
  label: string
  /** The figure as shown. */
  value: string
}

/** A figure that opens the list behind it. */
export function FigureLink({ href, label, value }: FigureLinkProps) {
  if (href === undefined) return value
  return (
    <PlainLink className="figure-link" href={href} aria-label={`${value} ${label}`}>
      {value}
    </PlainLink>
  )
}
