import { eq } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { Domain } from '../platform/domain'
import { removeQuickMessageFile, setQuickMessageFile } from './quick-message-file'
import type { QuickMessageListQuery } from './quick-message.contract'
import {
  listUsableQuickMessages,
  quickMessageRecords,
  quickMessageTable,
  QuickMessageRecord,
  QuickMessageView,
} from './quick-message.record'

const { present } = quickMessageRecords

const quickMessages = quickMessageRecords.answering({
  'GET /quick-messages/list': ({ ctx, query }) => {
    assertOwnQuery(ctx, query)
    return listUsableQuickMessages(ctx)
  },
  'GET /quick-messages': ({ ctx, query }) => {
    assertOwnQuery(ctx, query)
    const own = query.mine ? eq(quickMessageTable.userId, actingUserId(ctx.actor) ?? 0) : undefined
    return quickMessageRecords.listView(ctx, query, own)
  },
  'POST /quick-messages/:id/media-upload': async ({ ctx, params, body }) =>
    present(ctx, await setQuickMessageFile(ctx, params.id, body.file)),
  'DELETE /quick-messages/:id/media-upload': ({ ctx, params }) => present(ctx, removeQuickMessageFile(ctx, params.id)),
})

/** @throws Refusal ERR_NO_PERMISSION for another company's or user's */
function assertOwnQuery(ctx: CompanyContext, { companyId, userId }: QuickMessageListQuery) {
  refuseOtherCompany(ctx, companyId)
  if (userId !== undefined && userId !== actingUserId(ctx.actor)) refuse('ERR_NO_PERMISSION')
}

export const quickMessageDomain = {
  name: 'quick-message',
  views: { QuickMessageRecord, QuickMessageView },
  records: [quickMessages],
  beforeDelete: { user: quickMessageRecords.leave },
  mediaGuards: { 'quick-message': (ctx, { ownerId }) => quickMessageRecords.isSeen(ctx, ownerId) },
} satisfies Domain
