import { secondMs } from '../../kernel/time/durations.contract'
import { eq } from 'drizzle-orm'
import { getContactRow } from '../../contact/contact.queries'
import { setContactTags } from '../../tag/tag-links'
import { tagTable } from '../../tag/tag.tables'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { getTicketRow } from '../../ticket/ticket.queries'
import { ticketTable } from '../../ticket/ticket.tables'
import type { Phone } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { agentAccepts, type AgentChat, agentDoes } from '../story/agent-side'
import { contactDoes, directChat } from '../story/contact-side'
import { type QueueName, staff } from '../company/demo-company'
import { fillGaps, firstStaffId, type PlannedConversation, queueIdOf } from '../story/plan-conversations'
import type { Random } from '../story/random'
import type { Stage } from '../story/stage'
import type { Step } from '../story/story'

export interface DemoEvent {
  atMs: number
  run(): Promise<unknown>
}

interface PlayOptions {
  stage: Stage
  phone: Phone
  cardContactId: number
  untilMs: number
  random: Random
}

const marks = [5, 5, 4, 5, 3, 5, 4, 5, 1, 4]

export function conversationEvents(planned: PlannedConversation, options: PlayOptions): DemoEvent[] {
  const { random, untilMs } = options
  const { story, variant, ending } = planned
  const play = createPlay(planned, options)
  const events: DemoEvent[] = []
  let atMs = planned.startMs
  const then = (waitMs: number, run: () => Promise<unknown>) => {
    atMs += waitMs
    events.push({ atMs, run })
  }
  let isAttended = false
  for (const [index, step] of cut(story.steps, ending, random).entries()) {
    const isContacts = 'by' in step ? step.by === 'contact' : step.kind === 'place'
    if (!isContacts && !isAttended) {
      then((40 + random(200)) * secondMs, () => play.accept())
      isAttended = true
    }
    then(index === 0 ? 0 : pauseBefore(step, isContacts, random), () => play.step(filled(step, variant), isContacts))
    if (index === 0) then((4 + random(20)) * secondMs, () => play.chooseQueue())
    if (step.kind === 'transfer') isAttended = false
  }
  const isOver = ending === 'closed' || ending === 'rated' || ending === 'asked'
  if (isOver) then((90 + random(300)) * secondMs, () => play.close(ending !== 'closed'))
  if (ending === 'rated') then((30 + random(900)) * secondMs, () => play.rate(marks[variant % marks.length] ?? 5))
  return events.filter((event) => event.atMs < untilMs)
}

function pauseBefore(step: Step, isContacts: boolean, random: Random) {
  const isQuick = step.kind === 'react' || step.kind === 'edit' || step.kind === 'erase' || step.kind === 'private'
  if (isQuick) return (8 + random(20)) * secondMs
  return (isContacts ? 15 + random(120) : 35 + random(200)) * secondMs
}

/** Pending: only the contact's messages before the first answer. Active: up to some step after the first answer. */
function cut(steps: readonly Step[], ending: PlannedConversation['ending'], random: Random): readonly Step[] {
  const firstAnswer = steps.findIndex((step) => 'by' in step && step.by === 'agent')
  if (ending === 'pending') return steps.slice(0, firstAnswer)
  if (ending !== 'open') return steps
  // Not right before a transfer, which would leave it pending.
  const end = firstAnswer + 1 + random(steps.length - firstAnswer)
  return steps[end - 1]?.kind === 'transfer' ? steps.slice(0, end + 1) : steps.slice(0, end)
}

function filled(step: Step, variant: number): Step {
  if ('text' in step) return { ...step, text: fillGaps(step.text, variant) }
  return step
}

interface MessageIds {
  id: number
  provider_id: string | null
  ticketId: number
}

function createPlay(planned: PlannedConversation, { stage, phone, cardContactId }: PlayOptions) {
  const { story, variant } = planned
  const chat = directChat(stage, phone)
  const receipts = createReceipts(stage, phone)
  let userId = planned.userId
  let ticketId = 0
  let theirs: MessageIds | undefined
  let ours: MessageIds | undefined
  const agentChat = (): AgentChat => ({ ticketId, userId, cardContactId })

  async function contactStep(step: Step) {
    await receipts.readAll()
    const target = step.kind === 'edit' || step.kind === 'erase' ? theirs : ours
    const id = await contactDoes(stage, chat, step, variant, target?.provider_id ?? undefined)
    const message = id === undefined ? undefined : findMessage(stage, 'provider_id', id)
    if (!message) return
    theirs = message
    ticketId = message.ticketId
  }

  async function agentStep(step: Step) {
    const id = await agentDoes(stage, agentChat(), step, variant, { theirs: theirs?.id, ours: ours?.id })
    if (step.kind === 'transfer') userId = agentOf(step.to)
    const message = id === undefined ? undefined : findMessage(stage, 'id', id)
    if (message) ours = message
    await deliverAll()
  }

  /** Sometimes the phone is offline for a while. */
  async function deliverAll() {
    if (variant % 11 !== 0) await receipts.deliverAll(ticketId)
  }

  return {
    step: (step: Step, isContacts: boolean) => (isContacts ? contactStep(step) : agentStep(step)),
    async chooseQueue() {
      await deliverAll()
      await receipts.readAll()
      const number = String(queueIdOf(story.queue))
      if (isAskedForQueue(stage, ticketId))
        await contactDoes(stage, chat, { kind: 'say', by: 'contact', text: number }, variant)
      await deliverAll()
      setTags(stage, ticketId, story.tags)
    },
    async accept() {
      await agentAccepts(stage, agentChat())
      await deliverAll()
    },
    async close(farewell: boolean) {
      await receipts.readAll()
      closeTicket(stage.ctxAs(userId), ticketId, { farewell })
      await stage.drain()
      await deliverAll()
    },
    async rate(mark: number) {
      await contactStep({ kind: 'say', by: 'contact', text: String(mark) })
      await deliverAll()
    },
  }
}

function isAskedForQueue(stage: Stage, ticketId: number) {
  const { queueId, status } = getTicketRow(stage.ctx(), ticketId)
  return queueId === null && status === 'pending'
}

function findMessage(stage: Stage, column: 'id' | 'provider_id', value: number | string) {
  const { sqlite } = stage.ctx().company
  const sql = `SELECT id, provider_id, ticket_id AS ticketId FROM message WHERE ${column} = ?`
  return sqlite.query<MessageIds, [number | string]>(sql).get(value) ?? undefined
}

function createReceipts(stage: Stage, phone: Phone) {
  const unread: { id: string; isVoice: boolean }[] = []
  return {
    async deliverAll(ticketId: number) {
      const sent = stage
        .ctx()
        .company.sqlite.query<{ id: string; isVoice: number }, [number]>(
          `SELECT provider_id AS id, ifnull(data ->> '$.file.voiceNote', 0) AS isVoice FROM message
           WHERE ticket_id = ? AND from_me = 1 AND ack = 1 AND provider_id IS NOT NULL`,
        )
        .all(ticketId)
      for (const { id, isVoice } of sent) {
        await stage.receive({ type: 'receipt', targetIds: [id], ack: 2 })
        unread.push({ id, isVoice: isVoice === 1 })
      }
    },
    async readAll() {
      for (const { id, isVoice } of unread.splice(0)) {
        const message = phone.message(id)
        if (message) await phone.markRead(message)
        await stage.receive({ type: 'receipt', targetIds: [id], ack: isVoice ? 5 : 3 })
      }
    },
  }
}

function setTags(stage: Stage, ticketId: number, names: readonly string[]) {
  if (names.length === 0) return
  const ctx = stage.ctx()
  const ticket = ctx.db.select().from(ticketTable).where(eq(ticketTable.id, ticketId)).get()
  const tags = ctx.db.select().from(tagTable).where(eq(tagTable.kanban, false)).all()
  const ids = tags.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  if (ticket) setContactTags(ctx, getContactRow(ctx, ticket.contactId).id, ids)
}

function agentOf(queue: QueueName) {
  return staff.findIndex((member) => member.profile === 'user' && member.queues.includes(queue)) + firstStaffId
}
