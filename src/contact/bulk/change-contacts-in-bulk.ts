import { inBatches, nextTurn } from '../../kernel/company/batches'
import { attempt, type CompanyContext } from '../../kernel/company/company-context'
import { Refusal, refuse } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'
import { assertPlainTags, changeTags } from '../../tag/tag-links'
import type { BulkContactsBody } from './contact-bulk.calls'
import { deleteContact, setContactActive } from '../contact.commands'
import { findContactRow } from '../contact.queries'

export async function changeContactsInBulk(ctx: CompanyContext, body: BulkContactsBody): Promise<number> {
  if (body.action === 'tag') assertPlainTags(ctx, body.tagIds)
  const ids = [...new Set(body.contactIds)]
  if (body.action !== 'delete') return changeEach(ctx, ids, body)
  let done = 0
  for (const id of ids) {
    if (!findContactRow(ctx, id)) continue
    await deleteContact(ctx, id)
    done++
    await nextTurn()
  }
  return done
}

const contactsAtOnce = 100

type SimpleChange = Exclude<BulkContactsBody, { action: 'delete' }>

async function changeEach(ctx: CompanyContext, ids: readonly ContactId[], body: SimpleChange) {
  let done = 0
  let refused = 0
  await inBatches<ContactId>(ctx, {
    next: (_, at) => ids.slice(at, at + contactsAtOnce),
    work(id) {
      if (!findContactRow(ctx, id)) return
      if (isChanged(ctx, id, body)) done++
      else refused++
    },
  })
  if (done === 0 && refused > 0) refuse('ERR_NO_PERMISSION')
  return done
}

function isChanged(ctx: CompanyContext, id: ContactId, body: SimpleChange) {
  try {
    attempt(ctx, () => change(ctx, id, body))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ERR_NO_PERMISSION') return false
    throw error
  }
}

function change(ctx: CompanyContext, id: ContactId, body: SimpleChange) {
  if (body.action === 'tag') changeTags(ctx, id, { add: body.tagIds, remove: [] })
  else if (body.action === 'untag') changeTags(ctx, id, { add: [], remove: body.tagIds })
  else setContactActive(ctx, id, body.action === 'unblock')
}
