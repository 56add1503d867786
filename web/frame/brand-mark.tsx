import { useApp } from '../app/app-context'
import type { Branding } from '../page/page-data'

/** The host's logo for the current theme, else the product's own logo. The server leaves the choice to the styles. */
export function BrandMark() {
  const { name, logoLight, logoDark } = useApp().branding
  if (logoLight === logoDark) return <Mark name={name} logo={logoLight} />
  return (
    <>
      <Mark name={name} logo={logoLight} theme="light" />
      <Mark name={name} logo={logoDark} theme="dark" />
    </>
  )
}

function Mark({ name, logo, theme }: Pick<Branding, 'name'> & { logo: string | null; theme?: 'light' | 'dark' }) {
  return (
    <span className="brand-mark inline-row" data-logo={logo ? [...name][0] : undefined} data-only={theme}>
      {logo ? <img src={logo} alt={name} /> : <BrandSign />}
      {!logo && <span className="brand-mark-name truncate">{name}</span>}
    </span>
  )
}

function BrandSign() {
  return (
    <svg className="brand-sign" viewBox="0 0 32 32" aria-hidden>
      <path d="M8 3h16a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-9.2l-6.3 4.7A1.6 1.6 0 0 1 6 27.4V23.7A6 6 0 0 1 2 18V9a6 6 0 0 1 6-6Z" />
      <path className="brand-sign-lines" d="M9.5 10.5h13M9.5 16.5h8" />
    </svg>
  )
}
