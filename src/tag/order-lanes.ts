import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { TagId } from '../kernel/ids'
import { requirePlan } from '../kernel/company/require-plan'
import { listTags, presentTag, tagRecords } from './tag.queries'

/**
 * Puts the given lanes first on the board, in this order; the others follow in theirs. Returns all lanes.
 * @throws Refusal ERR_INVALID_INPUT for an id that is not a lane
 */
export function orderLanes(ctx: CompanyContext, tagIds: readonly TagId[]) {
  requirePlan(ctx, 'useKanban')
  return ctx.transaction(() => {
    const lanes = listTags(ctx, { kanban: true })
    if (!tagIds.every((id) => lanes.some((lane) => lane.id === id))) {
      refuse('ERR_INVALID_INPUT', { fields: { tagIds: 'unknown' } })
    }
    const rest = lanes.map(({ id }) => id).filter((id) => !tagIds.includes(id))
    for (const [index, id] of [...new Set(tagIds), ...rest].entries()) {
      if (lanes.find((lane) => lane.id === id)?.position !== index + 1) {
        tagRecords.update(ctx, id, { position: index + 1 })
      }
    }
    return listTags(ctx, { kanban: true }).map(presentTag)
  })
}
