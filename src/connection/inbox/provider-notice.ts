import type { ProviderNotice } from '../../channel/channel'
import type { NoticeEffect } from '../../channel/channel-provider'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import '../connection.events'
import { findProvider } from '../connection.queries'
import { noteProviderWarning } from './provider-warning'

type NoticeHandler = (ctx: CompanyContext, effect: NoticeEffect) => void

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** Handlers of later domains; each ignores the effects that are not its own. They run in the inbox's transaction. */
    providerNotices: readonly NoticeHandler[]
  }
}

export function noteProviderNotice(ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice) {
  for (const effect of findProvider(ctx, connectionId)?.readNotice?.(ctx, connectionId, notice) ?? []) {
    if (effect.warning !== undefined) noteProviderWarning(ctx, effect.connectionId, effect.warning)
    else if (!effect.template && !effect.marketing) {
      recordEvent(ctx, 'connection.updated', {}, { connectionId: effect.connectionId })
    }
    for (const handle of ctx.company.services.ports.providerNotices) handle(ctx, effect)
  }
}
