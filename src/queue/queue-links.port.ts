import type { CompanyContext } from '../kernel/company/company-context'
import type { QueueId } from '../kernel/ids'

interface QueueLinks {
  list(ctx: CompanyContext, id: QueueId): number[]
  /** @throws Refusal ERR_INVALID_INPUT */
  set(ctx: CompanyContext, id: QueueId, others: readonly number[]): void
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** The users who attend a queue, and the connections that offer it, by their field in a queue's body. */
    queueLinks: { userIds: QueueLinks; connectionIds: QueueLinks }
  }
}

interface GivenLinks {
  userIds?: readonly number[] | undefined
  connectionIds?: readonly number[] | undefined
}

/** Only those given change. */
export function setQueueLinks(ctx: CompanyContext, id: QueueId, { userIds, connectionIds }: GivenLinks) {
  const { queueLinks } = ctx.company.services.ports
  if (userIds) queueLinks.userIds.set(ctx, id, userIds)
  if (connectionIds) queueLinks.connectionIds.set(ctx, id, connectionIds)
}

export function listQueueLinks(ctx: CompanyContext, id: QueueId) {
  const { queueLinks } = ctx.company.services.ports
  return { userIds: queueLinks.userIds.list(ctx, id), connectionIds: queueLinks.connectionIds.list(ctx, id) }
}
