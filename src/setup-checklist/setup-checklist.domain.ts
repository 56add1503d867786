import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { nameCompany } from './name-company'
import { dismissSetupChecklist, getSetupChecklist } from './setup-checklist'
import { setupChecklistCalls } from './setup-checklist.calls'
import { setupChecklistLive } from './setup-checklist.live'

export const setupChecklistDomain: Domain = {
  name: 'setup-checklist',
  routes: ({ guard, platform }) =>
    answerCalls(new Elysia({ name: 'setup-checklist-routes' }).use(guard), setupChecklistCalls, {
      'GET /setup-checklist': ({ ctx }) => getSetupChecklist(ctx),
      'PUT /setup-checklist/company': async ({ ctx, body }) => {
        await nameCompany(platform, ctx, body.name)
        return getSetupChecklist(ctx)
      },
      'DELETE /setup-checklist': ({ ctx }) => {
        dismissSetupChecklist(ctx)
        return { ok: true }
      },
    }),
  presenters: [setupChecklistLive],
}
