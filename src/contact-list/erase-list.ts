import type { LocalJob } from '../kernel/job/jobs'
import './contact-list.jobs.types'

const itemsAtOnce = 500

/** Erases the items of a deleted list, some at a time. */
export const eraseListJob: LocalJob<'contactList.erase'> = {
  attemptsMax: 20,
  run(ctx, { listId }) {
    const { changes } = ctx.company.sqlite.run(
      'DELETE FROM contact_list_item WHERE id IN (SELECT id FROM contact_list_item WHERE list_id = ? LIMIT ?)',
      [listId, itemsAtOnce],
    )
    return changes === itemsAtOnce ? ctx.now : undefined
  },
}
