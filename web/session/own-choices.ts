import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import type { Language } from '../i18n/languages'
import type { Theme } from './appearance-choice'
import { rememberChoice } from './remembered-choice'
import { subscriptionOf } from './subscription'

/** The user's own choices. A choice that could not be saved still applies in this browser. */
export interface OwnChoices {
  setTheme(theme: Theme): void
  /** Shows a theme that is saved already. */
  showTheme(theme: Theme): void
  setLanguage(language: Language): Promise<void>
}

interface ChoiceOptions {
  api: ApiClient
  user: ReadonlySignal<SessionUser | undefined>
  theme: Signal<Theme>
  change: (part: Partial<SessionUser>) => void
  /** Called when pending answers about the appearance are outdated. */
  chosen: () => void
}

export function createOwnChoices({ api, user, theme, change, chosen }: ChoiceOptions): OwnChoices {
  async function save(part: Partial<Pick<SessionUser, 'defaultTheme' | 'language'>>) {
    if (!user.value) return
    change(part)
    // Nothing is saved for an expired company; the choice applies in this browser.
    if (subscriptionOf(user.value).state === 'expired') return
    await api.put('/users/:id', { params: { id: user.value.id }, body: part }).catch(reportError)
  }

  function showTheme(next: Theme) {
    theme.value = next
    rememberChoice('theme', next)
  }

  return {
    showTheme,
    setTheme(next) {
      chosen()
      showTheme(next)
      if (user.value) void save({ defaultTheme: next })
    },
    async setLanguage(language) {
      rememberChoice('language', language)
      await save({ language })
      location.reload()
    },
  }
}
