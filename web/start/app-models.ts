import { createAnnouncements, type AnnouncementModel } from '../announcement/announcement-model'
import type { ApiClient } from '../api/api-client'
import type { AppModels } from '../app/app-context'
import { addresses } from '../app/home-path'
import type { TokenStore } from '../api/browser-transport'
import { createAppearance } from '../app/appearance-model'
import { createCommandRegistry } from '../app/command-registry'
import { addTexts } from '../i18n/load-texts'
import type { Area, LoadedTexts } from '../i18n/areas'
import { createUnreadChats, type UnreadChatsModel } from '../internal-chat/unread/unread-chats-model'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createNavigation, type LoadedVisit } from '../page/navigation-model'
import type { PageData } from '../page/page-data'
import { createPageTitle } from '../page/page-context'
import type { RouteDefinition } from '../page/page-definition'
import { rememberedChoice } from '../session/remembered-choice'
import { createSession } from '../session/session-model'
import type { KeptChatOutboxes } from '../internal-chat/chat-context'
import { createKeptParts, type KeptParts } from '../conversation/composer/kept-parts'
import type { KeptOutboxes } from '../message/outboxes-context'
import { createNotifications, type NotificationModel } from '../notification/notification-model'
import { createWaitingCount, type WaitingCount } from '../ticket/waiting-count'
import { createUi } from '../ui/context/ui-model'
import type { SessionUser } from '../../src/user/session/session.calls'
import { findRoute } from '../page/resolve-page'

const defaultTimeZone = 'America/Sao_Paulo'

interface AppEnvironment {
  routes: readonly RouteDefinition[]
  api: ApiClient
  tokens: TokenStore
  live: LiveSocketClient
  texts: LoadedTexts
  url: URL
  visit: LoadedVisit
}

export interface AllModels extends AppModels {
  notifications: NotificationModel
  announcements: AnnouncementModel
  unreadChats: UnreadChatsModel
  waitingCount: WaitingCount
  outboxes: KeptOutboxes
  composerParts: KeptParts
  chatOutboxes: KeptChatOutboxes
}

/** Creates the models. The same page data gives the same models on both sides; only the environment differs. */
export function createAppModels(data: PageData, environment: AppEnvironment): AllModels {
  const { routes, api, tokens, live, texts, url, visit } = environment
  const user = data.session?.user
  const session = createSession({
    api,
    tokens,
    user,
    themeChoice: data.theme,
    addresses: { ...addresses, requested: (signedIn) => requestedPath(routes, signedIn) },
  })
  const loadTexts = (areas: readonly Area[]) => addTexts(texts, data.language, areas)
  const navigation = createNavigation({
    routes,
    addresses,
    api,
    session: () => ({ user: session.user.peek(), remembered: rememberedChoice }),
    loadTexts: (areas) => loadTexts([...areas, 'error']),
    first: { url, visit },
  })
  const appearance = createAppearance(data.menu !== 'closed')
  return {
    routes,
    api,
    session,
    live,
    navigation,
    ui: createUi(navigation.guard, () => {
      const { visit } = navigation.shown.peek()
      return visit.kind === 'page' ? visit.match.route.toastMs : undefined
    }),
    notifications: createNotifications({ api, live, session, navigation, appearance, texts }),
    announcements: createAnnouncements(api, live),
    unreadChats: createUnreadChats({ api, live, session, navigation, appearance }),
    waitingCount: createWaitingCount({ api, live, session }),
    commands: createCommandRegistry(),
    outboxes: { current: undefined },
    composerParts: createKeptParts(),
    chatOutboxes: { current: undefined },
    appearance,
    pageTitle: createPageTitle(),
    branding: data.branding,
    brandSolid: data.brandSolid,
    language: data.language,
    texts,
    loadTexts,
    timeZone: user?.company.timeZone ?? defaultTimeZone,
    serverVersion: data.serverVersion,
    renderedAt: new Date(data.now),
  }
}

function requestedPath(routes: readonly RouteDefinition[], user: SessionUser): string | undefined {
  const next = new URLSearchParams(location.search).get('next')
  const url = next === null ? null : URL.parse(next, location.href)
  const route = url?.origin === location.origin ? findRoute(routes, url.pathname)?.route : undefined
  return url && route?.audience === 'private' && route.access(user) === 'allowed'
    ? url.pathname + url.search
    : undefined
}
