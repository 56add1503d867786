import type { SessionUser } from '../../src/user/session.calls'

/** Where the session leads. */
export interface SessionAddresses {
  login: () => string
  /** Of a company whose subscription has run out. */
  expired: () => string
  home: (user: SessionUser) => string
  /** Where this person was going when they had to sign in first. */
  asked: (user: SessionUser) => string | undefined
}
