import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../app/app-context'

/** The host's logo for the current theme, else the product's own logo. */
export function BrandMark() {
  useSignals()
  const { branding, session } = useApp()
  const logo = session.theme.value === 'dark' ? branding.logoDark : branding.logoLight
  return (
    <span className="brand-mark" data-logo={logo ? [...branding.name][0] : undefined}>
      {logo ? <img src={logo} alt={branding.name} /> : <BrandSign />}
      {!logo && <span className="brand-mark-name">{branding.name}</span>}
    </span>
  )
}

/** A speech bubble with a queue of messages. */
function BrandSign() {
  return (
    <svg className="brand-sign" viewBox="0 0 32 32" aria-hidden>
      <path d="M8 3h16a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-9.2l-6.3 4.7A1.6 1.6 0 0 1 6 27.4V23.7A6 6 0 0 1 2 18V9a6 6 0 0 1 6-6Z" />
      <path className="brand-sign-lines" d="M9.5 10.5h13M9.5 16.5h8" />
    </svg>
  )
}
