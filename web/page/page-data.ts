import type { SessionUser } from '../../src/user/session/session.calls'
import type { Area } from '../i18n/areas'
import type { Language } from '../i18n/languages'
import type { Menu, Theme, ThemeChoice } from '../session/session-model'
import type { Problem } from './resolve-page'

export interface Branding {
  name: string
  primaryColorLight: string
  primaryColorDark: string
  logoLight: string | null
  logoDark: string | null
  favicon: string | null
}

export interface PageDataSession {
  user: SessionUser
  token: string
  /** The company's event number just before the page's data was read. Live events resume from it. */
  eventNumber: number | null
}

/** Everything the browser needs to render the same first screen as the server; embedded in the page as JSON. */
export interface PageData {
  language: Language
  theme: ThemeChoice
  menu: Menu
  branding: Branding
  /** The brand's colour on large fills, by theme; the browser does without the code that computes it. */
  brandSolid: Readonly<Record<Theme, string>>
  serverVersion: string
  /** ISO time of the first render, the same on server and client. */
  now: string
  session: PageDataSession | null
  visit: { kind: 'page'; data: unknown } | { kind: 'problem'; problem: Problem }
}

/** The page's data with the areas of texts that its first render shows. */
export interface RenderedPageData extends PageData {
  texts: readonly Area[]
}

/** The version of the browser's scripts; differs from the server's while an old page stays open. */
export { version as productVersion } from '../../package.json'
export const pageDataElementId = 'page-data'
export const appElementId = 'app'

export const defaultBranding: Branding = {
  name: 'Recado',
  primaryColorLight: '#0000FF',
  primaryColorDark: '#39ACE7',
  logoLight: null,
  logoDark: null,
  favicon: null,
}

/** Returns the brand's colour in that theme. The stylesheet derives all others from it. */
export function brandColour(branding: Branding, theme: Theme) {
  return theme === 'dark' ? branding.primaryColorDark : branding.primaryColorLight
}

/** Returns JSON that can neither end its script element nor open a comment there; both begin with `<`. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
