import { createRequiredContext } from '../ui/context/ui-context'
import type { ApiClient } from '../api/api-client'
import type { AppearanceModel } from './appearance-model'
import type { CommandRegistry } from './command-registry'
import type { Language } from '../i18n/languages'
import type { Area, LoadedTexts } from '../i18n/areas'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { NavigationModel } from '../page/navigation-model'
import type { RouteDefinition } from '../page/page-definition'
import type { Branding, PageData } from '../page/page-data'
import type { PageTitle } from '../page/page-context'
import type { SessionModel } from '../session/session-model'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { UiModel } from '../ui/context/ui-model'
import { useCallback } from 'react'
import type { UserActor } from '../../src/kernel/company/actor'
import { actorOf } from '../session/session-actor'

/** One per browser tab or rendered request, none at module level. Domains have contexts of their own. */
export interface AppModels {
  routes: readonly RouteDefinition[]
  api: ApiClient
  session: SessionModel
  navigation: NavigationModel
  live: LiveSocketClient
  commands: CommandRegistry
  appearance: AppearanceModel
  pageTitle: PageTitle
  /** Toasts and questions, for code outside of components; components call `useUi()`. */
  ui: UiModel
  branding: Branding
  brandSolid: PageData['brandSolid']
  language: Language
  /** For code outside of components; components call `useTexts()`. */
  texts: LoadedTexts
  loadTexts: (areas: readonly Area[]) => Promise<void>
  timeZone: string
  serverVersion: string
  /** The time of the first render, the same on server and client. */
  renderedAt: Date
}

export const [AppContext, useApp] = createRequiredContext<AppModels>('<App>')

/** Returns the signed-in user, on pages for signed-in users only. Call `useSignals()` to follow changes. */
export function useUser(): SessionUser {
  const { session } = useApp()
  const user = session.user.value
  if (!user) throw new Error('This component is for signed-in people only')
  return user
}

/** Returns a function for models, whose events arrive after the user's permissions may have changed. */
export function useCurrentActor(): () => UserActor {
  const { session } = useApp()
  const user = useUser()
  return useCallback(() => actorOf(session.user.peek() ?? user), [session, user])
}
