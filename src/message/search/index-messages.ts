import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId } from '../../kernel/ids'

/** Number of unindexed messages at which they are indexed, a few milliseconds of work. */
const waitingMax = 256

const statements = perCompany(({ sqlite }) => ({
  progress: sqlite.prepare<{ id: number }, []>('SELECT message_id AS id FROM message_search_place'),
  newest: sqlite.prepare<{ id: number | null }, []>('SELECT max(id) AS id FROM message'),
  takeIn: sqlite.prepare<unknown, [number, number]>(
    `INSERT INTO message_search (rowid, body) SELECT id, body FROM message WHERE id > ? AND id <= ? AND body <> ''`,
  ),
  move: sqlite.prepare<unknown, [number]>('UPDATE message_search_place SET message_id = ?'),
}))

/** Indexes all waiting messages. Call it before a search. */
export function indexNewMessages(ctx: CompanyContext) {
  const { progress, newest } = statements(ctx.company)
  const newestId = newest.get()?.id ?? 0
  if (newestId > (progress.get()?.id ?? 0)) indexUpTo(ctx, newestId)
}

/** Indexes waiting messages once there are enough. Call it after storing a message. */
export function indexMessagesInTime(ctx: CompanyContext, newestId: MessageId) {
  if (newestId % waitingMax === 0) indexUpTo(ctx, newestId)
}

function indexUpTo(ctx: CompanyContext, newestId: MessageId) {
  const { progress, takeIn, move } = statements(ctx.company)
  ctx.transaction(() => {
    takeIn.run(progress.get()?.id ?? 0, newestId)
    move.run(newestId)
  })
}
