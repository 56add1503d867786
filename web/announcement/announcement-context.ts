import { createRequiredContext } from '../ui/context/required-context'
import type { AnnouncementModel } from './announcement-model'

export const [AnnouncementContext, useAnnouncements] = createRequiredContext<AnnouncementModel>('<App>')
