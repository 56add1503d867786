import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { deleteMedia } from '../../kernel/file/media-store'
import { withCatalogUndo } from '../../platform/company/catalog-undo'
import { releaseChannelAccount } from '../../platform/connection-index/channel-account'
import { releaseConnectionToken } from '../../platform/connection-index/connection-token'
import type { Platform } from '../../platform/platform'
import '../connection.events'
import { canManageConnections } from '../connection.policy'
import { countConnections, getConnection } from '../connection.queries'
import { connectionTable } from '../connection.tables'

/**
 * Deletes a connection. Its conversations stay.
 * @throws Refusal ERR_NO_OTHER_WHATSAPP for the default while there are others, of which one must become the default first
 */
export function deleteConnection(platform: Platform, ctx: CompanyContext, id: ConnectionId) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  withCatalogUndo(ctx, (noteUndo) => {
    const { channel, name, greetingMediaId, isDefault } = getConnection(ctx, id)
    if (isDefault && countConnections(ctx) > 1) refuse('ERR_NO_OTHER_WHATSAPP')
    recordEvent(ctx, 'connection.deleted', {}, { connectionId: id, channel, name })
    ctx.db.delete(connectionTable).where(eq(connectionTable.id, id)).run()
    if (greetingMediaId) deleteMedia(ctx, greetingMediaId)
    noteUndo(releaseConnectionToken(platform, ctx.company.id, id))
    noteUndo(releaseChannelAccount(platform, ctx.company.id, id))
  })
}
