import type { SessionUser } from '../../src/user/session.contract'

export type Theme = SessionUser['defaultTheme']
export type Menu = SessionUser['defaultMenu']
