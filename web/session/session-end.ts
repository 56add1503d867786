import type { ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session.calls'
import type { ApiClient } from '../api/api-client'
import type { SignedOutHow, TokenStore } from '../api/browser-transport'
import type { LiveSocketClient } from '../live/live-socket-client'
import { leaveFlash } from './flash'
import type { SessionAddresses } from './session-addresses'
import { subscriptionOf } from './subscription'

/** All that ends a session. Whichever comes first leads away, and only once. */
export interface SessionEnd {
  logout(): Promise<void>
  /** A call was refused because the session is over. */
  ended(how: SignedOutHow): void
  /** Another tab of this browser has signed out. */
  endedInOtherTab(): void
  /** The live line was refused: a call finds out whether the session is over. */
  verify(): void
  /** A call was refused because the company's subscription has run out: leads to the finance pages, once. */
  expired(): void
  /** Ends this session when the same person signs in elsewhere. Returns what stops watching. */
  watch(live: LiveSocketClient, warn: () => void): () => void
}

interface EndOptions {
  api: ApiClient
  user: ReadonlySignal<SessionUser | undefined>
  tokens: TokenStore
  addresses: SessionAddresses
}

export const logoutDelayMs = 1000
const signedInAtKey = 'signedInAt'

export function createSessionEnd({ api, user, tokens, addresses }: EndOptions): SessionEnd {
  /** Signing out, or said that somebody signed in elsewhere: until that is done, a refused call does not lead away. */
  let leaving = false
  let over = false
  let ledToFinance = false

  /**
   * The session is over on the server already, or is of no concern any more. Several calls may be refused before the page
   * has gone; a second going would break off the first.
   */
  function leave() {
    if (over) return
    over = true
    tokens.write(null)
    localStorage.removeItem('user')
    leaveFor(addresses.login())
  }

  return {
    async logout() {
      leaving = true
      // Whatever the server says, this browser is signed out.
      await api.delete('/auth/logout').catch(() => {})
      leave()
    },
    ended(how) {
      if (leaving || over) return
      leaveFlash({ kind: how })
      leave()
    },
    endedInOtherTab() {
      if (leaving || over) return
      over = true
      leaveFlash({ kind: 'ended' })
      // The server leads to signing in, and from there back to this screen.
      location.reload()
    },
    verify() {
      if (!leaving) void api.get('/auth/me').catch(() => {})
    },
    expired() {
      // The pages of an expired company ask for nothing that it may not have.
      if (ledToFinance || !user.value || subscriptionOf(user.value).state === 'expired') return
      ledToFinance = true
      leaveFlash({ kind: 'subscription-expired' })
      location.assign(addresses.expired())
    },
    watch: (live, warn) =>
      watchOtherSignIns(live, user.value, () => {
        leaving = true
        warn()
        // Whoever was away finds out why they have to sign in.
        return () => {
          leaveFlash({ kind: 'replaced' })
          leave()
        }
      }),
  }
}

/** Remembers when this browser signed in, so that another tab of it knows its own. */
export function rememberSignIn() {
  localStorage.setItem(signedInAtKey, String(Date.now()))
}

/** `found` says so to the person; what it answers then ends the session. */
function watchOtherSignIns(live: LiveSocketClient, me: SessionUser | undefined, found: () => () => void): () => void {
  if (!me) return () => {}
  const here = localStorage.getItem(signedInAtKey)
  return live.subscribe('auth', ({ user: { id } }) => {
    if (id !== me.id) return
    const end = found()
    setTimeout(() => {
      // Signed in again in another tab of this browser: this tab goes on with that session.
      if (localStorage.getItem(signedInAtKey) !== here) location.reload()
      else end()
    }, logoutDelayMs)
  })
}

export function leaveFor(path: string) {
  if (location.pathname !== path) location.assign(path)
}
