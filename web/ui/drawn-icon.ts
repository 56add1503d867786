import { createElement, type SVGProps } from 'react'

interface DrawnIconProps extends SVGProps<SVGSVGElement> {
  size?: number | string
}

/** Lucide's markup as one element. `names` are separated by spaces, `shapes` (paths or elements) by bars. */
export function drawnIcon(names: string, shapes: string) {
  const classes = `lucide ${names.replace(/\S+/g, 'lucide-$&')}`
  let inner: { __html: string } | undefined
  return function Icon({ size = 24, className = '', ...rest }: DrawnIconProps) {
    inner ??= { __html: shapes.split('|').map(markupOf).join('') }
    return createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `${classes} ${className}` : classes,
      'aria-hidden': isLabelled(rest) ? undefined : 'true',
      ...rest,
      dangerouslySetInnerHTML: inner,
    })
  }
}

function markupOf(shape: string) {
  const element = /^[a-z]{2,}/.exec(shape)
  return element ? `<${shape}></${element[0]}>` : `<path d="${shape}"></path>`
}

function isLabelled(props: object) {
  return Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title')
}
