import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { TagId } from '../kernel/ids'
import { requirePlan } from '../kernel/company/require-plan'
import './tag.events'
import { listTags, presentTag } from './tag.queries'

/** In one statement, because a board may have hundreds of lanes. */
const statements = perCompany(({ sqlite }) => ({
  place: sqlite.prepare<{ id: number }, [number, string]>(
    `UPDATE tag SET position = placed.key + 1, updated_at = ? FROM json_each(?) placed
     WHERE tag.id = placed.value AND tag.position <> placed.key + 1 RETURNING tag.id`,
  ),
}))

/**
 * Puts the given lanes first on the board, in this order; the others follow in theirs. Returns all lanes.
 * @throws Refusal ERR_INVALID_INPUT for an id that is not a lane
 */
export function orderLanes(ctx: CompanyContext, tagIds: readonly TagId[]) {
  requirePlan(ctx, 'useKanban')
  return ctx.transaction(() => {
    const lanes = new Set(listTags(ctx, { kanban: true }).map(({ id }) => id))
    if (!tagIds.every((id) => lanes.has(id))) refuse('ERR_INVALID_INPUT', { fields: { tagIds: 'unknown' } })
    const order = [...new Set([...tagIds, ...lanes])]
    const moved = statements(ctx.company).place.all(ctx.now.getTime(), JSON.stringify(order))
    if (moved.length > 0) recordEvent(ctx, 'tag.lanesMoved', {}, { tagIds: moved.map(({ id }) => id) })
    return listTags(ctx, { kanban: true }).map(presentTag)
  })
}
