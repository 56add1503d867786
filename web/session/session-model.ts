import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { SignedOutHow, TokenStore } from '../api/browser-transport'
import type { Language } from '../i18n/languages'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog, type FreshAnswer } from '../live/touch-log'
import type { SessionUser } from '../../src/user/session.calls'
import type { Theme } from './appearance-choice'
import { leaveFlash } from './flash'
import { rememberChoice } from './remembered-choice'
import { subscriptionOf, type Subscription } from './subscription'

export interface SessionModel {
  /** Undefined on public pages. */
  readonly user: ReadonlySignal<SessionUser | undefined>
  readonly theme: ReadonlySignal<Theme>
  /** Throws the `ApiError` of a refusal; a success leaves for the first page. */
  login(email: string, password: string): Promise<void>
  logout(): Promise<void>
  setTheme(theme: Theme): void
  setLanguage(language: Language): Promise<void>
  /** Makes a call that answers the person's own record. What changes live or is chosen here meanwhile is newer than it. */
  ask<Answer>(call: () => Promise<Answer>): Promise<FreshAnswer<OwnPart, Answer>>
  /** Shows what an answer says of the person. */
  change(part: Partial<SessionUser>): void
  /** Shows what was changed elsewhere, as the live connection reports it. */
  changeLive(part: Partial<SessionUser>): void
  /** Shows a theme that is saved already. */
  showTheme(theme: Theme): void
  subscription(): Subscription
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

/** Theme and menu count by themselves: live changes of the record leave them as they are until a page is loaded. */
export type OwnPart = 'record' | 'appearance'

export interface SessionOptions {
  api: ApiClient
  user: SessionUser | undefined
  theme: Theme
  tokens: TokenStore
  addresses: SessionAddresses
}

/** Where the session leads. */
export interface SessionAddresses {
  login: () => string
  /** Of a company whose subscription has run out. */
  expired: () => string
  home: (user: SessionUser) => string
  /** Where this person was going when they had to sign in first. */
  asked: (user: SessionUser) => string | undefined
}

export const logoutDelayMs = 1000
const signedInAtKey = 'signedInAt'

export function createSession({
  api,
  user: first,
  theme: firstTheme,
  tokens,
  addresses,
}: SessionOptions): SessionModel {
  const user = signal(first)
  const theme = signal(firstTheme)
  /** Signing out, or said that somebody signed in elsewhere: until that is done, a refused call does not lead away. */
  let leaving = false
  let over = false
  const touches = createTouchLog<OwnPart>()

  let led = false

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

  async function login(email: string, password: string) {
    const signedIn = await api.post('/auth/login', { body: { email, password } })
    tokens.write(signedIn.token)
    localStorage.setItem(signedInAtKey, String(Date.now()))
    rememberChoice('theme', signedIn.user.defaultTheme)
    rememberChoice('menu', signedIn.user.defaultMenu)
    const { state } = subscriptionOf(signedIn.user)
    if (state === 'expired') leaveFlash({ kind: 'subscription-expired' })
    else leaveFlash({ kind: 'signed-in' })
    const { user: who } = signedIn
    leaveFor(state === 'expired' ? addresses.expired() : (addresses.asked(who) ?? addresses.home(who)))
  }

  function change(part: Partial<SessionUser>) {
    if (user.value) user.value = { ...user.value, ...part }
  }

  function showTheme(next: Theme) {
    theme.value = next
    rememberChoice('theme', next)
  }

  function setTheme(next: Theme) {
    touches.touch('appearance')
    showTheme(next)
    if (user.value) void saveOwn({ defaultTheme: next })
  }

  /** A choice that could not be saved still holds in this browser. */
  async function saveOwn(part: Partial<Pick<SessionUser, 'defaultTheme' | 'language'>>) {
    if (!user.value) return
    change(part)
    // Of an expired company nothing is taken; the choice holds in this browser.
    if (subscriptionOf(user.value).state === 'expired') return
    await api.put('/users/:id', { params: { id: user.value.id }, body: part }).catch(reportError)
  }

  return {
    user,
    theme,
    login,
    async logout() {
      leaving = true
      // Whatever the server says, this browser is signed out.
      await api.delete('/auth/logout').catch(() => {})
      leave()
    },
    setTheme,
    async setLanguage(language) {
      rememberChoice('language', language)
      await saveOwn({ language })
      location.reload()
    },
    ask: touches.ask,
    change,
    changeLive(part) {
      touches.touch('record')
      change(part)
    },
    showTheme,
    subscription: () => (user.value ? subscriptionOf(user.value) : { state: 'active', daysLeft: Infinity }),
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
      if (led || !user.value || subscriptionOf(user.value).state === 'expired') return
      led = true
      leaveFlash({ kind: 'subscription-expired' })
      location.assign(addresses.expired())
    },
    watch(live, warn) {
      const me = user.value
      if (!me) return () => {}
      const here = localStorage.getItem(signedInAtKey)
      return live.subscribe('auth', ({ user: { id } }) => {
        if (id !== me.id) return
        leaving = true
        warn()
        setTimeout(() => {
          // Signed in again in another tab of this browser: this tab goes on with that session.
          if (localStorage.getItem(signedInAtKey) !== here) return location.reload()
          // Whoever was away finds out why they have to sign in.
          leaveFlash({ kind: 'replaced' })
          leave()
        }, logoutDelayMs)
      })
    },
  }
}

function leaveFor(path: string) {
  if (location.pathname !== path) location.assign(path)
}

/** The signed-in person as they are now, on pages that only signed-in people see. */
export function presentUser({ user }: Pick<SessionModel, 'user'>): ReadonlySignal<SessionUser> {
  const first = user.peek()
  if (!first) throw new Error('Nobody is signed in')
  return computed(() => user.value ?? first)
}
