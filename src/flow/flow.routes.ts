import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { listContactFields } from '../contact/contact.queries'
import { nextTurn } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { findMediaByKey, mediaFileExists, mediaPath } from '../kernel/file/media-store'
import { requirePlan } from '../kernel/company/require-plan'
import { serveFile } from '../kernel/http/serve-file'
import type { UserGuard } from '../kernel/http/user-guard'
import type { RouteServices } from '../platform/domain'
import { listTags } from '../tag/tag.queries'
import { presentTag } from '../tag/tag.queries'
import { exportFlow } from './edit/export-flow'
import { flowCalls, flowEditorCalls, flowFileCalls } from './flow.calls'
import { createFlow, deleteFlow, duplicateFlow, scheduleFlow, updateFlow } from './flow.commands'
import { triggersOf } from './flow-triggers.port'
import { uploadFlowFiles } from './edit/flow-media'
import { canEditFlows } from './flow.policy'
import {
  getDrawing,
  flowRecords,
  getFlow,
  listFlows,
  listFlowVersions,
  listScheduledFlows,
  openFlow,
} from './flow.queries'
import { importFlow } from './edit/import-flow'
import { restoreFlow, saveFlow } from './edit/save-flow'

export function flowRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'flow-routes' }).use(guard)
  return answerCalls(app, flowCalls, {
    'GET /flowbuilder': ({ ctx, query }) => listFlows(ctx, query),
    'GET /flowbuilder/scheduled': ({ ctx }) => ({ flows: listScheduledFlows(ctx) }),
    'GET /flowbuilder/:id': ({ ctx, params }) => flowRecords.view(ctx, params.id),
  })
}

export function flowEditorRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'flow-editor-routes' }).use(guard).derive(({ ctx }) => assertEditor(ctx))
  return answerCalls(app, flowEditorCalls, {
    'GET /flowbuilder/flow/:id': ({ ctx, params }) => ({ flow: openFlow(ctx, params.id) }),
    'GET /flowbuilder/triggers/:id': ({ ctx, params }) => ({
      triggers: [...triggersOf(ctx, getFlow(ctx, params.id).id)],
    }),
    'GET /flowbuilder/export/:id': ({ ctx, params }) => exportFlow(ctx, params.id),
    'GET /flowbuilder/versions/:id': ({ ctx, params }) => ({ versions: listFlowVersions(ctx, params.id) }),
    'GET /flowbuilder/versions/:id/:version': ({ ctx, params }) => getDrawing(ctx, params.id, params.version),
    'GET /flowbuilder/fields': ({ ctx }) => ({ fields: listContactFields(ctx) }),
    'GET /tags/flowbuilder': ({ ctx }) => listTags(ctx).map(presentTag),
    'POST /flowbuilder': ({ ctx, body }) => createFlow(ctx, body.name),
    'POST /flowbuilder/duplicate': afterReading(({ ctx, body }) => duplicateFlow(ctx, body)),
    'POST /flowbuilder/flow': afterReading(({ ctx, body }) => saveFlow(ctx, body)),
    'POST /flowbuilder/import': afterReading(({ ctx, body }) => importFlow(ctx, body.flowid, body.flow)),
    'POST /flowbuilder/restore': ({ ctx, body }) => restoreFlow(ctx, body.flowId, body.version),
    'POST /flowbuilder/img': async ({ ctx, body }) => nameOf(await uploadFlowFiles(ctx, body.medias, ['img'])),
    'POST /flowbuilder/audio': async ({ ctx, body }) =>
      nameOf(await uploadFlowFiles(ctx, body.medias, ['audio', 'video'])),
    'POST /flowbuilder/content': ({ ctx, body }) => uploadFlowFiles(ctx, body.medias, ['img', 'audio', 'video']),
    'PUT /flowbuilder': ({ ctx, body }) => updateFlow(ctx, body),
    'PUT /flowbuilder/schedule': ({ ctx, body }) => scheduleFlow(ctx, body.flowId, body.scheduledTimeRun),
    'DELETE /flowbuilder/:id': ({ ctx, params }) => deleteFlow(ctx, params.id),
  })
}

/** Reading a large drawing and saving it each take a turn of the event loop. */
function afterReading<Given, Answer>(handle: (given: Given) => Answer) {
  return async (given: Given) => {
    await nextTurn()
    return handle(given)
  }
}

const nameOf = ([name = '']: readonly string[]) => ({ name })

function assertEditor(ctx: CompanyContext) {
  if (!canEditFlows(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useIntegrations')
}

/** The files of flows under the address that programs of similar systems use. */
export function flowFileRoutes({ authenticateFile }: RouteServices) {
  return answerCalls(new Elysia({ name: 'flow-file-routes' }), flowFileCalls, {
    'GET /public/:name': async ({ params, request }) => {
      const ctx = await authenticateFile(request)
      const media = findMediaByKey(ctx, params.name)
      if (media?.kind !== 'flow' || !mediaFileExists(ctx, media)) return refuse('ERR_NO_MEDIA_FOUND')
      return serveFile(request, { ...media, path: mediaPath(ctx, media.key) })
    },
  })
}
