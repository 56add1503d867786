import { eraseReferences } from '../kernel/database/erase-references'
import type { LocalJob } from '../kernel/job/jobs'
import './contact-list.jobs.types'

const eraseItems = eraseReferences('contact_list_item', 'list_id')

/** Erases the items of a deleted list, some at a time. */
export const eraseListJob: LocalJob<'contactList.erase'> = {
  attemptsMax: 20,
  run(ctx, { listId }) {
    return eraseItems(ctx, listId) ? ctx.now : undefined
  },
}
