import type { CompanyContext } from '../kernel/company/company-context'

/** Records that automatically answer contacts. Queues and connections reference them by id. */
export type BotRecordKind = 'flow' | 'integration' | 'prompt' | 'agent'

interface BotRecords {
  exists(ctx: CompanyContext, id: number): boolean
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    botRecords: Readonly<Record<BotRecordKind, BotRecords>>
  }
}

export function botRecordExists(ctx: CompanyContext, kind: BotRecordKind, id: number): boolean {
  return ctx.company.services.ports.botRecords[kind].exists(ctx, id)
}
