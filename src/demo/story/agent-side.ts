import { deleteMessage } from '../../message/change/delete-message'
import { editMessage } from '../../message/change/edit-message'
import { reactToMessage } from '../../message/change/react-to-message'
import { sendMessage } from '../../message/send/send-message'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { openConversation } from '../../ticket/opening/open-conversation'
import { createTicketNote } from '../../ticket/note/ticket-note.commands'
import { markConversationRead } from '../../message/list/list-messages'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import { demoFile } from '../company/demo-files'
import { queueIdOf } from './plan-conversations'
import type { Stage } from './stage'
import type { Step } from './story'

export interface AgentChat {
  ticketId: number
  userId: number
  cardContactId: number
}

interface Targets {
  theirs?: number
  ours?: number
}

export async function agentAccepts(stage: Stage, { ticketId, userId }: AgentChat) {
  acceptTicket(stage.ctxAs(userId), ticketId)
  markConversationRead(stage.ctxAs(userId), openConversation(stage.ctxAs(userId), ticketId))
  await stage.drain()
}

export async function agentDoes(stage: Stage, chat: AgentChat, step: Step, variant: number, { theirs, ours }: Targets) {
  const { ticketId, userId } = chat
  const ctx = stage.ctxAs(userId)
  let made: number | undefined
  if (step.kind === 'say') {
    const quotedMessageId = step.quote ? theirs : undefined
    made = (await sendMessage(ctx, ticketId, { texts: [step.text], quotedMessageId })).at(0)
  } else if (step.kind === 'file') {
    const { bytes, name, mimeType, kind } = await demoFile(step.file, variant)
    const files = [new File([bytes], name, { type: mimeType })]
    const texts = step.caption ? [step.caption] : []
    made = (await sendMessage(ctx, ticketId, { files, texts, voiceNote: kind === 'voice' })).at(0)
  } else if (step.kind === 'card') {
    made = (await sendMessage(ctx, ticketId, { cardContactId: chat.cardContactId })).at(0)
  } else if (step.kind === 'private') {
    await sendMessage(ctx, ticketId, { texts: [step.text], isPrivate: true })
  } else if (step.kind === 'note') {
    createTicketNote(ctx, { note: step.text, ticketId })
  } else if (step.kind === 'react' && theirs) {
    reactToMessage(ctx, theirs, step.emoji)
  } else if (step.kind === 'edit' && ours) {
    editMessage(ctx, ours, step.text)
  } else if (step.kind === 'erase' && ours) {
    deleteMessage(ctx, ours)
  } else if (step.kind === 'transfer') {
    transferTicket(ctx, ticketId, { queueId: queueIdOf(step.to), userId: null, message: step.message })
  }
  await stage.drain()
  return made
}
