import type { ProviderNotice } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'

type NoticeHandler = (ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice) => void

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    /** Handlers of later domains; each ignores the topics that are not its own. They run in the inbox's transaction. */
    providerNotices: readonly NoticeHandler[]
  }
}

/** Hands on what the provider reports about an account. */
export function noteProviderNotice(ctx: CompanyContext, connectionId: ConnectionId, notice: ProviderNotice) {
  for (const handle of ctx.company.services.ports.providerNotices) handle(ctx, connectionId, notice)
}
