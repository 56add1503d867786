import type { SessionUser } from '../../src/user/session/session.calls'

export interface SessionAddresses {
  login: () => string
  loginFor: (page: URL) => string
  /** For a company whose subscription has expired. */
  expired: () => string
  home: (user: SessionUser) => string
  /** The page requested before signing in. */
  requested: (user: SessionUser) => string | undefined
}
