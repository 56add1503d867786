import * as v from 'valibot'
import { defineCalls } from '../kernel/calls'
import { QuickMessageListQuery } from './quick-message.contract'

/** A prepared answer, found in the composer by its shortcode. */
export const QuickMessageView = v.object({
  id: v.number(),
  shortcode: v.string(),
  message: v.string(),
  /** Shared with all, who may change it too. */
  geral: v.boolean(),
  /** Seen by all. Without `geral`, only its owner may change it. */
  visao: v.boolean(),
  userId: v.nullable(v.number()),
  /** The address its file is fetched from; null when it has none. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  isMedia: v.boolean(),
})
export type QuickMessageView = v.InferOutput<typeof QuickMessageView>

export const quickMessageCalls = defineCalls({
  'GET /quick-messages/list': { query: QuickMessageListQuery, answer: v.array(QuickMessageView) },
})
