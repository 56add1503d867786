import { count, eq } from 'drizzle-orm'
import { takenBy, unusedName } from '../kernel/move-in/free-choice'
import type { MoveIn, MoveInStep } from '../kernel/move-in/move-in-step'
import { numberOf, parsedOr, textOf, timesOf } from '../kernel/move-in/source-values'
import { colourOf } from '../kernel/text/name-colour.contract'
import { HexColour } from '../queue/queue.contract'
import { findTag } from './tag.queries'
import { contactTagTable, tagTable, ticketTagTable } from './tag.tables'

const nameMax = 100

const setLane = (field: 'nextLaneId' | 'rollbackLaneId') => (moveIn: MoveIn, id: number, laneId: number) => {
  const isLane = findTag(moveIn.ctx, laneId)?.kanban
  if (isLane)
    moveIn.ctx.db
      .update(tagTable)
      .set({ [field]: laneId })
      .where(eq(tagTable.id, id))
      .run()
}

const tags: MoveInStep = {
  table: 'Tags',
  take(moveIn, row) {
    const { ctx, later } = moveIn
    const kanban = numberOf(row['kanban']) === 1
    const taken = takenBy(moveIn, kanban ? 'lane' : 'tag', () => {
      const others = ctx.db.select({ key: tagTable.nameKey }).from(tagTable).where(eq(tagTable.kanban, kanban)).all()
      return others.map(({ key }) => key)
    })
    const position = kanban ? taken.size : 0
    const { name, nameKey } = unusedName(textOf(row['name']), taken, { lengthMax: nameMax, missing: 'Tag' })
    taken.add(nameKey)
    if (name !== textOf(row['name'])) moveIn.note('renamed', { was: textOf(row['name'], 200), now: name })
    const { id } = ctx.db
      .insert(tagTable)
      .values({
        name,
        nameKey,
        color: parsedOr(HexColour, row['color'], colourOf(name)),
        kanban,
        position,
        timeLane: kanban ? numberOf(row['timeLane'], { max: 10_000 }) : 0,
        greetingMessageLane: kanban ? textOf(row['greetingMessageLane'], 4096) : '',
        ...timesOf(row),
      })
      .returning({ id: tagTable.id })
      .get()
    if (kanban) {
      later('tag.next', id, 'Tags', row['nextLaneId'])
      later('tag.rollback', id, 'Tags', row['rollbackLaneId'])
    }
    return id
  },
  settle: { 'tag.next': setLane('nextLaneId'), 'tag.rollback': setLane('rollbackLaneId') },
}

const contactTags: MoveInStep = {
  table: 'ContactTags',
  owner: { column: 'contactId', table: 'Contacts' },
  key: (row) => `${row['contactId']}:${row['tagId']}`,
  take({ ctx, find }, row) {
    const [contactId, tagId] = [find('Contacts', row['contactId']), find('Tags', row['tagId'])]
    if (contactId === undefined || tagId === undefined) return { skipped: 'parent Contacts, Tags' }
    if (findTag(ctx, tagId)?.kanban) return { skipped: 'laneOfContact' }
    ctx.db.insert(contactTagTable).values({ contactId, tagId }).onConflictDoNothing().run()
    return 0
  },
}

const ticketTags = (contactOfTicket: (moveIn: MoveIn, ticketId: number) => number | undefined): MoveInStep => ({
  table: 'TicketTags',
  owner: { column: 'ticketId', table: 'Tickets' },
  key: (row) => `${row['ticketId']}:${row['tagId']}`,
  take(moveIn, row) {
    const { ctx, find } = moveIn
    const [ticketId, tagId] = [find('Tickets', row['ticketId']), find('Tags', row['tagId'])]
    if (ticketId === undefined || tagId === undefined) return { skipped: 'parent Tickets, Tags' }
    if (!findTag(ctx, tagId)?.kanban) {
      const contactId = contactOfTicket(moveIn, ticketId)
      if (contactId === undefined) return { skipped: 'parent Contacts' }
      ctx.db.insert(contactTagTable).values({ contactId, tagId }).onConflictDoNothing().run()
      return { merged: 0, why: 'tagOfContact' }
    }
    const own = eq(ticketTagTable.ticketId, ticketId)
    const before = ctx.db.select({ n: count() }).from(ticketTagTable).where(own).get()?.n ?? 0
    if (before > 0) return { skipped: 'laneSet' }
    ctx.db
      .insert(ticketTagTable)
      .values({ ticketId, tagId, createdAt: timesOf(row).createdAt })
      .run()
    return 0
  },
})

export const tagMoveIn = { tags, contactTags, ticketTags }
