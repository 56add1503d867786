import * as v from 'valibot'
import { CompanyIdText, IdText } from '../kernel/request-parts'

/** GET /quick-messages/list. Both can only be the caller's own. */
export const QuickMessageListQuery = v.object({ companyId: CompanyIdText, userId: v.optional(IdText) })
export type QuickMessageListQuery = v.InferOutput<typeof QuickMessageListQuery>
