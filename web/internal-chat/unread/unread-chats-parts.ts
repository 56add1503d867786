import type { ApiClient } from '../../api/api-client'
import type { AppearanceModel } from '../../app/appearance-model'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { NavigationModel } from '../../page/navigation-model'
import type { SessionModel } from '../../session/session-model'

export interface UnreadChatsParts {
  api: ApiClient
  live: LiveSocketClient
  session: SessionModel
  navigation: NavigationModel
  appearance: AppearanceModel
}
