import { laterPart } from '../../ui/layout/later-part'

export const LaterMessageList = laterPart(() => import('./message-list').then((code) => code.MessageList))
