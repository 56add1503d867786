import type { ComponentType } from 'react'
import type { AppModels } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import type { CommandSource } from '../app/command-registry'
import type { Area } from '../i18n/areas'

/** `texts`: areas that it shows and that do not come with every page. */
interface PanelCode {
  panel: ComponentType<FramePanelProps>
  texts?: readonly Area[]
}

export type PanelLoader = () => Promise<PanelCode>

export const frameSlots: {
  notifications?: PanelLoader
  announcements?: PanelLoader
  internalChats?: PanelLoader
  editProfile?: PanelLoader
  pause?: PanelLoader
  security?: PanelLoader
  announcement?: PanelLoader
  notices?: PanelLoader
} = {
  notifications: () => import('../notification/notification-panel'),
  announcements: () => import('../announcement/announcement-panel'),
  internalChats: () => import('../internal-chat/chats-panel'),
  announcement: () => import('../announcement/announcement-dialog'),
  editProfile: () => import('../user/profile-dialog'),
  pause: () => import('../user/pause-dialog'),
  security: () => import('../security/security-dialog'),
  notices: () => import('../push/push-dialog'),
}

/** Sources of the palette besides the current page's commands, loaded when it first opens. */
export const paletteSources: readonly (() => Promise<{ findCommands: PaletteFinder }>)[] = [
  () => import('../inbox/toolbar/palette-tickets'),
  () => import('../contact/palette-contacts'),
  () => import('../internal-chat/palette-chats'),
]

export const paletteSettings = () => import('./palette/places')

type PaletteFinder = (app: AppModels, text: string, signal: AbortSignal) => ReturnType<CommandSource['find']>

export async function loadPanel(
  { loadTexts }: AppModels,
  load: PanelLoader | undefined,
): Promise<PanelCode | undefined> {
  const code = await load?.()
  if (code?.texts) await loadTexts(code.texts)
  return code
}
