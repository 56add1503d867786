import type { ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import type { SignedOutHow, TokenStore } from '../api/browser-transport'
import type { LiveSocketClient } from '../live/live-socket-client'
import { leaveFlash } from './flash'
import { sessionEndEvent, wipeOffline } from './offline-database'
import { subscriptionOf } from './subscription'

/** Everything that ends a session. The first cause navigates, once. */
export interface SessionEnd {
  logout(): Promise<void>
  /** Signs out after a change of password; after signing in again, the user continues on this page. */
  signInAgain(): Promise<void>
  /** A call was rejected because the session has ended. */
  ended(how: SignedOutHow): void
  /** Another tab of this browser has signed out. */
  endedInOtherTab(): void
  /** Asks the server whether the session still exists; a refusal ends it here. */
  verify(): void
  /** A call was rejected because a second factor must be set up first: redirects there, once. */
  mustSetUp(): void
  /** A call was rejected because the subscription has expired: redirects to the finance pages, once. */
  expired(): void
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
  /** Set while signing out or announcing a sign-in elsewhere: rejected calls do not redirect meanwhile. */
  let leaving = false
  let over = false

  /** Several calls may be rejected; a second navigation would cancel the first. */
  function leave(to: string) {
    if (over) return
    over = true
    tokens.write(null)
    localStorage.removeItem('user')
    dispatchEvent(new Event(sessionEndEvent))
    leaveFor(to)
  }

  /** After signing in again, the user continues on this page. */
  const leaveToReturn = () => leave(user.value ? addresses.loginFor(new URL(location.href)) : addresses.login())

  function leaveWith(message: SignedOutHow | 'replaced') {
    leaveFlash({ kind: message })
    leaveToReturn()
  }

  function mustSetUp() {
    if (leaving || over) return
    over = true
    location.assign(addresses.setUp())
  }

  async function signOut(then: () => void) {
    leaving = true
    // Signs this browser out even if the call fails.
    await api.delete('/auth/logout').catch(() => {})
    then()
  }

  return {
    logout: () =>
      signOut(() => {
        wipeOffline()
        leave(addresses.login())
      }),
    signInAgain: () => signOut(leaveToReturn),
    ended(how) {
      if (!leaving && !over) leaveWith(how)
    },
    endedInOtherTab() {
      if (leaving || over) return
      over = true
      leaveFlash({ kind: 'ended' })
      // The server redirects to sign-in, and from there back to this screen.
      location.reload()
    },
    verify() {
      if (leaving) return
      const check = ({ user: { mustSetUpTwoFactor } }: { user: SessionUser }) => mustSetUpTwoFactor && mustSetUp()
      void api.get('/auth/me').then(check, () => {})
    },
    mustSetUp,
    expired: createExpiredRedirect(user, addresses),
    watch: (live, warn) =>
      watchOtherSignIns(live, user.value, () => {
        leaving = true
        warn()
        return () => leaveWith('replaced')
      }),
  }
}

function createExpiredRedirect(user: EndOptions['user'], addresses: SessionAddresses) {
  let isRedirected = false
  return () => {
    // The pages of an expired company make no forbidden calls.
    if (isRedirected || !user.value || subscriptionOf(user.value).state === 'expired') return
    isRedirected = true
    leaveFlash({ kind: 'subscription-expired' })
    location.assign(addresses.expired())
  }
}

/** Stores when this browser signed in, so that another tab recognises its own sign-in. */
export function rememberSignIn() {
  localStorage.setItem(signedInAtKey, String(Date.now()))
}

/** When this browser signed in. */
export const signedInAt = () => localStorage.getItem(signedInAtKey)

/** `found` tells the user; when it resolves, the session ends. */
function watchOtherSignIns(live: LiveSocketClient, me: SessionUser | undefined, found: () => () => void): () => void {
  if (!me) return () => {}
  const here = signedInAt()
  return live.subscribe('auth', ({ user: { id } }) => {
    if (id !== me.id) return
    const end = found()
    setTimeout(() => {
      // Another tab of this browser signed in again: this tab continues with that session.
      if (signedInAt() !== here) location.reload()
      else end()
    }, logoutDelayMs)
  })
}

export function leaveFor(path: string) {
  if (location.pathname !== path) location.assign(path)
}

export interface SessionAddresses {
  login: () => string
  loginFor: (page: URL) => string
  /** For a company whose subscription has expired. */
  expired: () => string
  /** For who must set up a second factor. */
  setUp: () => string
  home: (user: SessionUser) => string
  /** The page requested before signing in. */
  requested: (user: SessionUser) => string | undefined
}
