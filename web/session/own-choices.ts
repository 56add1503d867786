import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import type { Language } from '../i18n/languages'
import type { Theme, ThemeChoice } from './appearance-choice'
import { rememberChoice } from './remembered-choice'
import { subscriptionOf } from './subscription'

/** The user's own choices. A choice that could not be saved still applies in this browser. */
export interface OwnChoices {
  readonly theme: ReadonlySignal<Theme>
  /** Shows the other theme. If it is the system's own, the system is followed from then on. */
  toggleTheme(): void
  /** Shows a choice that is saved already. */
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

export function createOwnChoices({ api, user, themeChoice, change, chosen }: ChoiceOptions): OwnChoices {
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
