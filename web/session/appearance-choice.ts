import type { SessionUser } from '../../src/user/session/session.calls'

export type Theme = SessionUser['defaultTheme']
export type Menu = SessionUser['defaultMenu']
