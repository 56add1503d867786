import { createContext, use } from 'react'
import type { AnnouncementModel } from './announcement-model'

export const AnnouncementContext = createContext<AnnouncementModel | undefined>(undefined)

export function useAnnouncements(): AnnouncementModel {
  const announcements = use(AnnouncementContext)
  if (!announcements) throw new Error('No announcements around this component: render it within <App>')
  return announcements
}
