import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { dismissSetupChecklist, getSetupChecklist } from './setup-checklist'
import { setupChecklistCalls } from './setup-checklist.calls'
import { setupChecklistLive } from './setup-checklist.live'

export const setupChecklistDomain: Domain = {
  name: 'setup-checklist',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'setup-checklist-routes' }).use(guard), setupChecklistCalls, {
      'GET /setup-checklist': ({ ctx }) => getSetupChecklist(ctx),
      'DELETE /setup-checklist': ({ ctx }) => {
        dismissSetupChecklist(ctx)
        return { ok: true }
      },
    }),
  presenters: [setupChecklistLive],
}
