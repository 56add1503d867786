import { isAdmin } from '../kernel/company/actor'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { nextTurn } from '../kernel/company/batches'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { findMediaByKey, type Media, mediaFileExists } from '../kernel/file/media-store'
import { openMedia } from '../kernel/file/open-media'
import { serveMedia } from '../kernel/file/serve-media'
import { contentDisposition } from '../kernel/http/serve-file'
import type { UserGuard } from '../kernel/http/user-guard'
import type { RouteServices } from '../platform/domain'
import { tagRecords } from '../tag/tag.record'
import { flowEditorCalls, flowFileCalls } from './flow.calls'
import { createFlow, duplicateFlow, scheduleFlow, updateFlow } from './flow.commands'
import { uploadFlowFiles } from './edit/flow-media'
import {
  getDrawing,
  flowRecords,
  getFlow,
  listFlows,
  listFlowVersions,
  listScheduledFlows,
  openFlow,
  triggersOf,
  listKnownFields,
} from './flow.queries'
import { importFlow } from './edit/import-flow'
import { restoreFlow, saveFlow } from './edit/save-flow'
import type { FlowDrawing } from './flow.contract'
import { filesOf } from './edit/flow-references'

/** Reading asks for no plan. */
export const flows = flowRecords.answering({
  'GET /flowbuilder': ({ ctx, query }) => listFlows(ctx, query),
  'GET /flowbuilder/scheduled': ({ ctx }) => ({ flows: listScheduledFlows(ctx) }),
  'DELETE /flowbuilder/:id': ({ ctx, params }) => {
    requirePlan(ctx, 'useIntegrations')
    return flowRecords.remove(ctx, params.id)
  },
})

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
    'GET /flowbuilder/fields': ({ ctx }) => ({ fields: listKnownFields(ctx) }),
    'GET /tags/flowbuilder': ({ ctx }) => tagRecords.viewAll(ctx),
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
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useIntegrations')
}

export function flowFileRoutes({ authenticateFile }: RouteServices) {
  return answerCalls(new Elysia({ name: 'flow-file-routes' }), flowFileCalls, {
    'GET /public/:name': async ({ params, request }) => {
      const ctx = await authenticateFile(request)
      const media = findMediaByKey(ctx, params.name)
      if (media?.kind !== 'flow' || !mediaFileExists(ctx, media)) return refuse('ERR_NO_MEDIA_FOUND')
      return serveMedia(ctx, request, media)
    },
  })
}

/** `{name}.json`; its files are only named. @throws Refusal ERR_NO_FLOW_FOUND */
async function exportFlow(ctx: CompanyContext, id: number) {
  const { name, version } = getFlow(ctx, id)
  const drawing = getDrawing(ctx, id, version)
  const medias = await describeFiles(ctx, drawing)
  const { nodes, connections } = drawing
  const file = { format: 'recado-flow', version: 1, name, nodes, connections, medias }
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${name.replaceAll('/', '_')}.json`),
      'cache-control': 'no-store',
    },
  })
}

async function describeFiles(ctx: CompanyContext, { nodes }: FlowDrawing) {
  const names = [...new Set(nodes.flatMap(filesOf).map(({ name }) => name))]
  const medias = names.map((name) => findMediaByKey(ctx, name)).filter((media) => media?.kind === 'flow')
  return Promise.all(
    medias.map(async (media) => ({
      name: media?.key,
      original: media?.name,
      type: media?.type,
      size: media?.size,
      sha256: media ? await hashOf(ctx, media) : null,
    })),
  )
}

async function hashOf(ctx: CompanyContext, media: Media) {
  using file = await openMedia(ctx, media)
  if (!file) return null
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of Bun.file(file.path).stream()) hasher.update(piece)
  return hasher.digest('hex')
}
