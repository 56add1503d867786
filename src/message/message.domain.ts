import { Elysia } from 'elysia'
import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { eraseMessagesOfContact } from './contact/erase-messages-of-contact'
import { mayReadMessageFile } from './media/may-read-message-file'
import { mediaRoutes } from './media/media.routes'
import { mergeReactions } from './contact/merge.reactions'
import { fetchMediaJob, sendClosingJob } from './message.jobs'
import { messageLive } from './message.live'
import { messageReactions } from './message.reactions'
import { messageRoutes } from './message.routes'
import { movedMessagesLive } from './contact/moved-messages.live'

export const messageDomain: Domain = {
  name: 'message',
  routes: ({ guard, platform, tokens, mediaGuards }) =>
    new Elysia({ name: 'message' }).use(messageRoutes(guard)).use(mediaRoutes(platform, tokens, mediaGuards)),
  reactions: [...mergeReactions, ...messageReactions],
  presenters: [messageLive, movedMessagesLive],
  jobs: { 'message.fetchMedia': fetchMediaJob, 'message.sendClosing': sendClosingJob },
  mediaGuards: { message: mayReadMessageFile },
  beforeDelete: { user: clearReferences('message', 'user_id'), contact: eraseMessagesOfContact },
}
