import type { CompanyContext } from '../kernel/company/company-context'
import { findQueue } from '../queue/queue.queries'
import { listTags } from '../tag/tag.queries'
import { findUser } from '../user/user.queries'
import type { BotActions } from './bot-answer'
import { IntegrationError } from './integration-error'

export function checkActions(ctx: CompanyContext, { queueId, userId, tagIds = [], ...others }: BotActions) {
  const unknown: IntegrationError[] = []
  const check = (isKnown: boolean, what: string) => {
    if (!isKnown) unknown.push(new IntegrationError('unknownId', what))
    return isKnown
  }
  const plain = new Set(tagIds.length === 0 ? [] : listTags(ctx, { kanban: false }).map((tag) => tag.id))
  const tags = tagIds.filter((tagId) => check(plain.has(tagId), `tagIds: ${tagId}`))
  const hasQueue = queueId !== undefined && check(findQueue(ctx, queueId) !== undefined, `queueId: ${queueId}`)
  const hasUser = userId !== undefined && check(findUser(ctx, userId) !== undefined, `userId: ${userId}`)
  const known: BotActions = { ...others, tagIds: tags, ...(hasQueue && { queueId }), ...(hasUser && { userId }) }
  return { known, unknown }
}
