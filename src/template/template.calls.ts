import * as v from 'valibot'
import { templateFileFormats } from '../channel/channel'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import {
  ListTemplatesQuery,
  SyncTemplatesBody,
  TemplateBody,
  TemplateFileQuery,
  TemplateSyncQuery,
} from './template.contract'

export const TemplateView = v.object({
  id: v.number(),
  whatsappId: v.number(),
  name: v.string(),
  language: v.string(),
  category: v.string(),
  status: v.string(),
  reason: v.string(),
  quality: v.string(),
  /** False for carousels and the like. */
  isSupported: v.boolean(),
  isUsable: v.boolean(),
  fileFormat: v.nullable(v.picklist(templateFileFormats)),
  variables: v.array(
    v.object({
      key: v.string(),
      part: v.picklist(['header', 'body', 'button']),
      name: v.string(),
      example: v.string(),
      max: v.number(),
      label: v.optional(v.string()),
    }),
  ),
  components: v.array(
    v.object({
      type: v.string(),
      format: v.optional(v.string()),
      text: v.optional(v.string()),
      buttons: v.optional(
        v.array(v.object({ type: v.string(), text: v.optional(v.string()), url: v.optional(v.string()) })),
      ),
    }),
  ),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type TemplateView = v.InferOutput<typeof TemplateView>

export const TemplateSyncView = v.object({
  whatsappId: v.number(),
  syncedAt: v.nullable(v.string()),
  error: v.string(),
})

export type TemplateSyncView = v.InferOutput<typeof TemplateSyncView>

export const templateCalls = defineCalls({
  'GET /templates': { query: ListTemplatesQuery, answer: recordPage(TemplateView) },
  'POST /templates': { body: TemplateBody, answer: TemplateView },
  'POST /templates/file': {
    query: TemplateFileQuery,
    body: v.object({ file: v.file('required') }),
    limits: { files: { fields: { file: 1 }, fileBytesMax: 100 * 1024 * 1024 } },
    answer: v.object({ handle: v.string() }),
  },
  'GET /templates/sync': { query: TemplateSyncQuery, answer: TemplateSyncView },
  'POST /templates/sync': { body: SyncTemplatesBody, answer: TemplateSyncView },
  'DELETE /templates/:id': { params: IdParams, answer: Done },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    templates: { action: 'reload'; whatsappId: number }
  }
}
