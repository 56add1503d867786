import * as v from 'valibot'
import { CompanyIdText, IdText } from '../kernel/request-parts'

/** GET /quick-messages/list. Both can only be the caller's own. */
export const QuickMessageListQuery = v.object({ companyId: CompanyIdText, userId: v.optional(IdText) })
export type QuickMessageListQuery = v.InferOutput<typeof QuickMessageListQuery>

/** A prepared answer, found in the composer by its shortcode. */
export interface QuickMessageView {
  id: number
  shortcode: string
  message: string
  /** Shared with all, who may change it too. */
  geral: boolean
  /** Seen by all. Without `geral`, only its owner may change it. */
  visao: boolean
  userId: number | null
  /** The address its file is fetched from; null when it has none. */
  mediaPath: string | null
  mediaName: string | null
  isMedia: boolean
}
