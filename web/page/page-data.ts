import type { SessionUser } from '../../src/user/session.calls'
import type { Language } from '../i18n/languages'
import type { Menu, Theme } from '../session/appearance-choice'
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
  /** The company's event number just before the page's data was read: the live line resumes from it. */
  eventNumber: number | null
}

/** Everything the browser needs to build the same first screen as the server: it travels as JSON within the page. */
export interface PageData {
  language: Language
  theme: Theme
  /** Whether the menu begins whole or as a rail. */
  menu: Menu
  branding: Branding
  serverVersion: string
  /** ISO; the first render of both sides tells the time by it. */
  now: string
  session: PageDataSession | null
  visit: { kind: 'page'; data: unknown } | { kind: 'problem'; problem: Problem }
}

/** Of the scripts the browser runs; differs from the server's version while an old page stays open. */
export { version as productVersion } from '../../package.json'
export const pageDataElementId = 'page-data'
export const appElementId = 'app'
export const screenStylesId = 'screen-styles'

export const defaultBranding: Branding = {
  name: 'Recado',
  primaryColorLight: '#0000FF',
  primaryColorDark: '#39ACE7',
  logoLight: null,
  logoDark: null,
  favicon: null,
}

/** The brand's colour in that theme; everything else of it is derived in the stylesheet. */
export function brandColour(branding: Branding, theme: Theme) {
  return theme === 'dark' ? branding.primaryColorDark : branding.primaryColorLight
}

/** JSON that cannot end the script element it stands in, nor open a comment there: both begin with `<`. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
