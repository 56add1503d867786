import { createRequiredContext } from '../ui/context/required-context'
import type { NotificationModel } from './notification-model'

export const [NotificationContext, useNotifications] = createRequiredContext<NotificationModel>('<App>')
