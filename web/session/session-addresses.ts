import type { SessionUser } from '../../src/user/session.calls'

/** Where the session navigates. */
export interface SessionAddresses {
  login: () => string
  /** For a company whose subscription has expired. */
  expired: () => string
  home: (user: SessionUser) => string
  /** The page requested before signing in. */
  asked: (user: SessionUser) => string | undefined
}
