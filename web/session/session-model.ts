import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { TokenStore } from '../api/browser-transport'
import { createTouchLog, type FreshAnswer } from '../live/touch-log'
import type { SessionAnswer, SessionUser } from '../../src/user/session/session.calls'
import { leaveFlash } from './flash'
import { rememberChoice } from './remembered-choice'
import { createSessionEnd, leaveFor, rememberSignIn, type SessionEnd, type SessionAddresses } from './session-end'
import { subscriptionOf, type Subscription } from './subscription'
import type { Language } from '../i18n/languages'

export interface SessionModel extends OwnChoices, SessionEnd {
  readonly user: ReadonlySignal<SessionUser | undefined>
  /** Throws the `ApiError` of a refusal; on success navigates to the first page. */
  login(email: string, password: string, newPassword?: string): Promise<void>
  /** The second step of signing in. */
  enterCode(step: SecondStep, code: string): Promise<void>
  /** Asks the device for a passkey. False when the user cancels. @param challenge of the first step, after a password */
  enterWithPasskey(challenge?: string): Promise<boolean>
  /** As `login`, by a link that sets the password. The history forgets the link. */
  redeemLink(token: string, password: string): Promise<void>
  /** Makes a call that returns the user's own record. Live changes and choices made meanwhile are newer. */
  ask<Answer>(call: () => Promise<Answer>): Promise<FreshAnswer<OwnPart, Answer>>
  change(part: Partial<SessionUser>): void
  /** Applies a change made elsewhere, as published live. */
  changeLive(part: Partial<SessionUser>): void
  subscription(): Subscription
}

export interface SecondStep {
  /** Of the refused first step. */
  challenge: string
  newPassword?: string | undefined
}

/** Theme and menu are separate: live changes of the record leave them unchanged until a page is loaded. */
export type OwnPart = 'record' | 'appearance'

interface SessionOptions {
  api: ApiClient
  user: SessionUser | undefined
  themeChoice: ThemeChoice
  tokens: TokenStore
  addresses: SessionAddresses
}

export function createSession({ api, user: first, themeChoice, tokens, addresses }: SessionOptions): SessionModel {
  const user = signal(first)
  const touches = createTouchLog<OwnPart>()
  const change = (part: Partial<SessionUser>) => {
    if (user.value) user.value = { ...user.value, ...part }
  }

  function enter({ token, user: who }: SessionAnswer, go = leaveFor) {
    tokens.write(token)
    rememberSignIn()
    rememberChoice('theme', who.defaultTheme)
    rememberChoice('menu', who.defaultMenu)
    const isExpired = subscriptionOf(who).state === 'expired'
    leaveFlash({ kind: isExpired ? 'subscription-expired' : 'signed-in' })
    go(isExpired ? addresses.expired() : (addresses.requested(who) ?? addresses.home(who)))
  }

  return {
    user,
    async login(email, password, newPassword) {
      enter(await api.post('/auth/login', { body: { email, password, newPassword } }))
    },
    async enterCode(step, code) {
      enter(await api.post('/auth/second-factor', { body: { ...step, code } }), (path) => location.replace(path))
    },
    async enterWithPasskey(challenge) {
      // Rarely needed, and not part of the first load.
      const { usePasskey, useSecondPasskey } = await import('./passkey')
      const answer = await (challenge ? useSecondPasskey(api, challenge) : usePasskey(api))
      if (answer) enter(answer, (path) => location.replace(path))
      return answer !== undefined
    },
    async redeemLink(token, password) {
      const answer = await api.post('/auth/password-link/redeem', { body: { token, password } })
      enter(answer, (path) => location.replace(path))
    },
    ...createOwnChoices({ api, user, themeChoice, change, chosen: () => touches.touch('appearance') }),
    ...createSessionEnd({ api, user, tokens, addresses }),
    ask: touches.ask,
    change,
    changeLive(part) {
      touches.touch('record')
      change(part)
    },
    subscription: () => (user.value ? subscriptionOf(user.value) : { state: 'active', daysLeft: Infinity }),
  }
}

/** Returns the signed-in user, on pages for signed-in users only. */
export function presentUser({ user }: Pick<SessionModel, 'user'>): ReadonlySignal<SessionUser> {
  const first = user.peek()
  if (!first) throw new Error('Nobody is signed in')
  return computed(() => user.value ?? first)
}

/** The user's own choices. A choice that could not be saved still applies in this browser. */
interface OwnChoices {
  readonly theme: ReadonlySignal<Theme>
  /** Shows the other theme. If it is the system's own, the system is followed from then on. */
  toggleTheme(): void
  showTheme(choice: ThemeChoice): void
  /** For the browser, once the page is hydrated: the server takes the system's theme to be light. */
  followSystemTheme(): void
  setLanguage(language: Language): Promise<void>
}

interface ChoiceOptions {
  api: ApiClient
  user: ReadonlySignal<SessionUser | undefined>
  themeChoice: ThemeChoice
  change: (part: Partial<SessionUser>) => void
  /** Called when pending answers about the appearance are outdated. */
  chosen: () => void
}

function createOwnChoices({ api, user, themeChoice, change, chosen }: ChoiceOptions): OwnChoices {
  const choice = signal(themeChoice)
  const systemTheme = signal<Theme>('light')
  const theme = computed(() => (choice.value === 'system' ? systemTheme.value : choice.value))

  async function save(part: Partial<Pick<SessionUser, 'defaultTheme' | 'language'>>) {
    if (!user.value) return
    change(part)
    // Nothing is saved for an expired company; the choice applies in this browser.
    if (subscriptionOf(user.value).state === 'expired') return
    await api.put('/users/:id', { params: { id: user.value.id }, body: part }).catch(reportError)
  }

  function showTheme(next: ThemeChoice) {
    choice.value = next
    rememberChoice('theme', next)
  }

  return {
    theme,
    showTheme,
    toggleTheme() {
      chosen()
      const shown = theme.peek() === 'dark' ? 'light' : 'dark'
      const next = shown === systemTheme.peek() ? 'system' : shown
      showTheme(next)
      if (user.value) void save({ defaultTheme: next })
    },
    followSystemTheme() {
      const prefersDark = matchMedia('(prefers-color-scheme: dark)')
      const follow = () => (systemTheme.value = prefersDark.matches ? 'dark' : 'light')
      follow()
      prefersDark.addEventListener('change', follow)
    },
    async setLanguage(language) {
      rememberChoice('language', language)
      await save({ language })
      location.reload()
    },
  }
}

export type ThemeChoice = SessionUser['defaultTheme']
export type Theme = Exclude<ThemeChoice, 'system'>
export type Menu = SessionUser['defaultMenu']
