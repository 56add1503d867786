import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import {
  QuickMessageBody,
  QuickMessageFileBody,
  quickMessageFileBytesMax,
  QuickMessageListQuery,
  QuickMessagePageQuery,
  UpdateQuickMessageBody,
} from './quick-message.contract'

export const QuickMessageView = v.object({
  id: v.number(),
  shortcode: v.string(),
  message: v.string(),
  /** Shared with all users, who may also change it. */
  geral: v.boolean(),
  /** Visible to all users. Without `geral`, only its owner may change it. */
  visao: v.boolean(),
  /** What the list shows as its status: the same as `geral`. */
  status: v.boolean(),
  userId: v.nullable(v.number()),
  /** The URL of its file; null when it has none. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  isMedia: v.boolean(),
})
export type QuickMessageView = v.InferOutput<typeof QuickMessageView>

/** A quick message with its owner, for lists and live events. */
export const QuickMessageRecord = v.object({
  ...QuickMessageView.entries,
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type QuickMessageRecord = v.InferOutput<typeof QuickMessageRecord>

const file = { files: { fields: { file: 1 }, fileBytesMax: quickMessageFileBytesMax } }

export const quickMessageCalls = defineCalls({
  'GET /quick-messages/list': { query: QuickMessageListQuery, answer: v.array(QuickMessageView) },
  'GET /quick-messages': { query: QuickMessagePageQuery, answer: recordPage(QuickMessageRecord) },
  'GET /quick-messages/:id': { params: IdParams, answer: QuickMessageRecord },
  'POST /quick-messages': { body: QuickMessageBody, answer: QuickMessageRecord },
  'PUT /quick-messages/:id': { params: IdParams, body: UpdateQuickMessageBody, answer: QuickMessageRecord },
  'DELETE /quick-messages/:id': { params: IdParams, answer: Done },
  'POST /quick-messages/:id/media-upload': {
    params: IdParams,
    body: QuickMessageFileBody,
    limits: file,
    answer: QuickMessageRecord,
  },
  'DELETE /quick-messages/:id/media-upload': { params: IdParams, answer: QuickMessageRecord },
})

/** The live event `quickemessage`, spelled so on the wire. Users who no longer see one get its deletion. */
type QuickMessageEvent = { action: 'create' | 'update'; record: QuickMessageRecord } | { action: 'delete'; id: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    quickemessage: QuickMessageEvent
  }
}
