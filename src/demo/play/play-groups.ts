import { minuteMs } from '../../kernel/time/durations.contract'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { ticketTable } from '../../ticket/ticket.tables'
import type { Group, Phone } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { agentDoes } from '../story/agent-side'
import { type ContactChat, contactDoes } from '../story/contact-side'
import type { DemoEvent } from './play-conversation'
import { firstStaffId } from '../story/plan-conversations'
import type { Random } from '../story/random'
import type { Stage } from '../story/stage'
import { groupStories } from '../story/stories-care'
import { and, eq, ne } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'

interface GroupOptions {
  stage: Stage
  phones: readonly Phone[]
  untilMs: number
  random: Random
}

export async function groupEvents({ stage, phones, untilMs, random }: GroupOptions): Promise<DemoEvent[]> {
  const events: DemoEvent[] = []
  for (const [index, { subject, lines, attended }] of groupStories.entries()) {
    const members = phones.slice(index * 4, index * 4 + 4)
    const [creator] = members
    if (!creator) break
    const group = await stage.server.createGroup({ subject, creator, members: [...members.slice(1), stage.shop] })
    const play = createGroupPlay(stage, group, members, firstStaffId + 1 + (index % 2))
    let atMs = untilMs - (30 + random(600)) * minuteMs
    let isAttended = false
    for (const [lineIndex, line] of lines.entries()) {
      const isOurs = line.startsWith('> ')
      atMs += (20 + random(100)) * 1000
      if (isOurs && attended && !isAttended) {
        events.push({ atMs: atMs - 5000, run: () => play.accept() })
        isAttended = true
      }
      const run = () => (isOurs ? play.answer(line.slice(2)) : play.say(line, lineIndex))
      events.push({ atMs, run })
    }
  }
  return events.filter(({ atMs }) => atMs < untilMs)
}

function createGroupPlay(stage: Stage, group: Group, members: readonly Phone[], userId: number) {
  const value = group.jid.split('@')[0] ?? ''
  const chat = { addresses: [{ kind: 'group' as const, value }] as const, name: group.subject }
  const chatOf = (phone: Phone): ContactChat => ({ phone, to: group.jid, chat, group: true })

  function ticketId() {
    const row = stage
      .ctx()
      .db.select({ id: ticketTable.id })
      .from(ticketTable)
      .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
      .where(and(eq(contactTable.number, value), ne(ticketTable.status, 'closed')))
      .get()
    if (!row) throw new Error(`The group ${group.subject} has no ticket`)
    return row.id
  }

  return {
    async say(text: string, lineIndex: number) {
      const phone = members[lineIndex % members.length]
      if (phone) await contactDoes(stage, chatOf(phone), { kind: 'say', by: 'contact', text }, lineIndex)
    },
    async accept() {
      const ctx = stage.ctxAs(userId)
      const [queueId] = ctx.actor.kind === 'user' ? ctx.actor.queueIds : []
      acceptTicket(ctx, ticketId(), { queueId })
      await stage.drain()
    },
    async answer(text: string) {
      const chatOfAgent = { ticketId: ticketId(), userId, cardContactId: 0 }
      await agentDoes(stage, chatOfAgent, { kind: 'say', by: 'agent', text }, 0, {})
    },
  }
}
