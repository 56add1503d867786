import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { AuditEntryView, auditCalls } from './audit.calls'
import { auditReactions } from './audit.reactions'
import { exportAudit } from './export-audit'
import { forgetOldAuditEntries } from '../kernel/audit/forget-old-audit-entries'
import { listAudit } from './list-audit'

export const auditDomain = {
  name: 'audit',
  calls: auditCalls,
  views: { AuditEntryView },
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'audit-routes' }).use(guard), auditCalls, {
      'GET /audit': ({ ctx, query }) => listAudit(ctx, query),
      'GET /audit/export': ({ ctx, query }) => exportAudit(ctx, query),
    }),
  reactions: auditReactions,
  recurring: [
    {
      at: '46 3 * * *',
      what: 'forget old entries of the companies’ audits',
      eachCompany: async ({ files, clock }, id) => forgetOldAuditEntries(await files.ready(id), clock.now()),
    },
  ],
} satisfies Domain
