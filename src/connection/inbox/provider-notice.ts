import type { ProviderNotice } from '../../channel/channel'
import type { NoticeEffect } from '../../channel/channel-provider'
import { afterCommit, type CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { findConnection, findProvider } from '../connection.queries'
import { connectionControl } from '../running/connection-control'
import { failHistory } from '../history/history-notices'
import { endProviderWarning, noteProviderWarning } from './provider-warning'

type NoticeHandler = (ctx: CompanyContext, effect: NoticeEffect) => void

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    providerNotices: readonly NoticeHandler[]
  }
}

export function noteProviderNotice(ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice) {
  for (const effect of findProvider(ctx, connectionId)?.readNotice?.(ctx, connectionId, notice) ?? []) {
    follow(ctx, effect)
    if (effect.historyError !== undefined) failHistory(ctx, effect.connectionId, effect.historyError)
    if (effect.warning !== undefined) noteProviderWarning(ctx, effect.connectionId, effect.warning)
    else if (effect.endedWarning?.(findConnection(ctx, effect.connectionId)?.providerWarning ?? '')) {
      endProviderWarning(ctx, effect.connectionId)
    } else if (!effect.template && !effect.marketing) {
      recordEvent(ctx, 'connection.updated', {}, { connectionId: effect.connectionId })
    }
    for (const handle of ctx.company.services.ports.providerNotices) handle(ctx, effect)
  }
}

/** After the commit, because the connection's state is in memory, too. */
function follow(ctx: CompanyContext, { connectionId, closed, isReopened }: NoticeEffect) {
  const { id } = ctx.company
  if (closed !== undefined) afterCommit(ctx, () => connectionControl(ctx).close(id, connectionId, closed))
  else if (isReopened) afterCommit(ctx, () => connectionControl(ctx).start(id, connectionId))
}
