import { createContext, use } from 'react'
import type { NotificationModel } from './notification-model'

export const NotificationContext = createContext<NotificationModel | undefined>(undefined)

export function useNotifications(): NotificationModel {
  const notifications = use(NotificationContext)
  if (!notifications) throw new Error('No notifications around this component: render it within <App>')
  return notifications
}
