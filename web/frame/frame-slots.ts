import type { ComponentType } from 'react'

/** A panel that opens from the top bar. `close` shuts it, for a panel that leads somewhere else. */
export interface FramePanelProps {
  close: () => void
}

type PanelLoader = () => Promise<{ panel: ComponentType<FramePanelProps> }>

/** What other domains put into the frame; each is fetched when it is first opened. A missing one is not shown. */
export const frameSlots: {
  notifications?: PanelLoader
  announcements?: PanelLoader
  internalChats?: PanelLoader
  /** A dialog. */
  editProfile?: PanelLoader
} = {
  notifications: () => import('../ticket/notification-panel'),
  editProfile: () => import('../user/profile-dialog'),
}
