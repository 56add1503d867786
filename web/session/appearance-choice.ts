import type { SessionUser } from '../../src/user/session/session.calls'

export type ThemeChoice = SessionUser['defaultTheme']
/** What is shown: the choice, or the system's own. */
export type Theme = Exclude<ThemeChoice, 'system'>
export type Menu = SessionUser['defaultMenu']
