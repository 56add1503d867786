import { type ChannelName, channelRules, replyWindowEndMs } from '../../channel/channel-rules.contract'
import { hasHumanAgent } from '../../connection/connection.queries'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { MessageId, UserId } from '../../kernel/ids'
import type { StagedFile } from '../../kernel/file/media-store'
import { isSettingEnabled } from '../../setting/setting.queries'
import type { TicketRow } from '../../ticket/ticket.queries'
import { findUser } from '../../user/user.queries'
import { commentReplyOf, isWindowRefused, lastInboundMs } from './last-inbound.view'
import { fillVariables, fillVariablesForColleagues } from './fill-variables'
import type { PreparedTemplate } from '../../template/use-template'
import type { MessageData } from '../message.answers'
import type { MediaType } from '../message.contract'
import { signText } from './signature.contract'
import { isCaption, splitText } from './split-text'

export interface ComposedMessage {
  body: string
  mediaType: MediaType | null
  file?: ContentFile
  data?: MessageData
  quotedMessageId: MessageId | null
  isPrivate: boolean
  isForwarded: boolean
}

export interface ContentFile extends StagedFile {
  voiceNote?: boolean
  mediaType?: MediaType
}

export interface MessageContent {
  texts?: readonly string[]
  files?: readonly ContentFile[]
  /** Contact cards or a location; `body` stands for them in lists. */
  special?: Pick<MessageData, 'contacts' | 'location'> & { body: string }
  template?: PreparedTemplate
}

export interface ComposeOptions {
  signedBy?: UserId | null
  /** Values in addition to those of the ticket, or a function that fills in a text. `none` leaves the texts unchanged. */
  variables?: Readonly<Record<string, string>> | 'none' | ((text: string, ticketId: TicketRow['id']) => string)
  uncaptioned?: 'after' | 'before'
  quotedMessageId?: MessageId | null
  isPrivate?: boolean
  isForwarded?: boolean
}

type Chat = Pick<TicketRow, 'channel' | 'contactId' | 'connectionId'>
type Measured = Omit<MessageContent, 'files'> & { files?: readonly { size: number }[] }

/** Filled, signed and split as the channel requires; a template after the reply window. @throws Refusal as `assertSendable`, and ERR_COMMENT_REPLIED */
export function composeMessages(
  ctx: CompanyContext,
  ticket: Chat & Pick<TicketRow, 'id'>,
  content: MessageContent,
  options: ComposeOptions = {},
): ComposedMessage[] {
  assertSendable(ctx, ticket, content, options)
  const template = templateFor(ctx, ticket, content, options)
  if (template) return [templateMessage(template, content.files?.[0])]
  const write = textWriter(ctx, ticket, options)
  const { texts = [], files = [], special } = content
  const own = files.flatMap((file, index) => fileMessages(file, write(texts[index]), ticket.channel, options))
  if (special) own.push(specialMessage(special))
  if (files.length === 0) own.push(...textMessages(write(texts[0]), ticket.channel, options))
  const { isPrivate = false, isForwarded = false, quotedMessageId = null } = options
  if (!isPrivate) assertCommentReply(ctx, ticket, own.length)
  return own.map((message, index) => ({
    ...message,
    isPrivate,
    isForwarded,
    quotedMessageId: index === 0 ? quotedMessageId : null,
  }))
}

/** Before files are stored or a ticket is opened. @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT, ERR_CHANNEL_CANNOT */
export function assertSendable(
  ctx: CompanyContext,
  chat: Chat,
  content: Measured,
  { isPrivate = false }: ComposeOptions = {},
) {
  const { fileBytesMax } = channelRules[chat.channel]
  if (content.files?.some(({ size }) => size > fileBytesMax)) refuse('ERR_FILE_TOO_LARGE', { body: { fileBytesMax } })
  if (content.files?.some(({ size }) => size === 0)) refuse('ERR_INVALID_INPUT', { fields: { medias: 'empty' } })
  if (isPrivate) return
  if (!content.template || !channelRules[chat.channel].templates) assertReplyWindow(ctx, chat)
  if (content.special?.contacts) assertChannelCan(chat.channel, 'contactCard')
}

export function assertChannelCan(channel: ChannelName, what: 'edit' | 'delete' | 'react' | 'contactCard') {
  if (!channelRules[channel][what]) refuse('ERR_CHANNEL_CANNOT')
}

/** @throws Refusal ERR_CHANNEL_CANNOT after the reply window */
export function assertReplyWindow(ctx: CompanyContext, chat: Chat) {
  const { replyWindowHours } = channelRules[chat.channel]
  if (!isInReplyWindow(ctx, chat)) refuse('ERR_CHANNEL_CANNOT', { body: { replyWindowHours } })
}

export function isInReplyWindow(ctx: CompanyContext, chat: Chat) {
  const { channel } = chat
  if (channelRules[channel].replyWindowHours === undefined) return true
  const isPerson = actingUserId(ctx.actor) !== undefined
  const longer = isPerson && {
    hasHumanAgent: hasHumanAgent(ctx, chat.connectionId),
    isComment: commentReplyOf(ctx, chat) !== undefined,
  }
  const atMs = lastInboundMs(ctx, chat) ?? 0
  if (ctx.now.getTime() > (replyWindowEndMs(channel, atMs, longer || {}) ?? 0)) return false
  return !isWindowRefused(ctx, chat, atMs)
}

/** @throws Refusal ERR_COMMENT_REPLIED */
function assertCommentReply(ctx: CompanyContext, chat: Chat, messages: number) {
  const reply = commentReplyOf(ctx, chat)
  if (reply === 'sent' || (reply === 'open' && messages > 1)) refuse('ERR_COMMENT_REPLIED')
}

export function composeNotification(
  ctx: CompanyContext,
  channel: ChannelName,
  text: string,
  ticketId: TicketRow['id'],
): string[] {
  return splitText(channel, fillVariablesForColleagues(ctx, text, ticketId))
}

export function composeInstructions(ctx: CompanyContext, text: string, ticketId: TicketRow['id']): string {
  return fillVariables(ctx, text, ticketId)
}

type Part = Pick<ComposedMessage, 'body' | 'mediaType' | 'file' | 'data'>

function templateFor(
  ctx: CompanyContext,
  chat: Chat,
  { template, texts = [], special }: MessageContent,
  { isPrivate }: ComposeOptions,
) {
  const isAlone = special === undefined && texts.every((text) => text.trim() === '')
  if (!template || isPrivate || !channelRules[chat.channel].templates) return undefined
  return isAlone || !isInReplyWindow(ctx, chat) ? template : undefined
}

function templateMessage(prepared: PreparedTemplate, file: ContentFile | undefined): ComposedMessage {
  const { text, buttons, ...template } = prepared
  const shown = buttons.map((label, index) => ({ buttonId: String(index), buttonText: { displayText: label } }))
  const data = { template, ...(shown.length > 0 ? { buttons: shown } : {}) }
  const plain = { quotedMessageId: null, isPrivate: false, isForwarded: false }
  if (!template.fileFormat || !file) return { ...plain, body: text, mediaType: null, data }
  const mediaType = template.fileFormat === 'document' ? 'application' : template.fileFormat
  return { ...plain, body: text, mediaType, file, data }
}

function textWriter(
  ctx: CompanyContext,
  { id }: Pick<TicketRow, 'id'>,
  { signedBy, variables, isPrivate }: ComposeOptions,
) {
  const author =
    signedBy && !isPrivate && isSettingEnabled(ctx, 'sendSignMessage') ? findUser(ctx, signedBy) : undefined
  const finish = (text: string) => (text.trim() === '' ? '' : author ? signText(author.name, text) : text)
  return (typed = '') => {
    if (isPrivate) return typed.trim() === '' ? '' : typed
    if (variables === 'none') return finish(typed)
    return finish(typeof variables === 'function' ? variables(typed, id) : fillVariables(ctx, typed, id, variables))
  }
}

function fileMessages(
  file: ContentFile,
  text: string,
  channel: ChannelName,
  { uncaptioned, isPrivate }: ComposeOptions,
): Part[] {
  const mediaType = file.mediaType ?? mediaTypeOf(file.type)
  const isCarried = text === '' || (mediaType !== 'audio' && (isPrivate === true || isCaption(channel, text)))
  if (isCarried) return [{ body: text, mediaType, file }]
  const alone = { body: '', mediaType, file }
  const texts = textMessages(text, channel, { isPrivate })
  return uncaptioned === 'before' ? [...texts, alone] : [alone, ...texts]
}

function textMessages(text: string, channel: ChannelName, { isPrivate }: Pick<ComposeOptions, 'isPrivate'>): Part[] {
  const parts = isPrivate ? [text].filter((part) => part !== '') : splitText(channel, text)
  return parts.map((body) => ({ body, mediaType: null }))
}

function specialMessage({ body, contacts, location }: NonNullable<MessageContent['special']>): Part {
  return contacts
    ? { body, mediaType: 'contactMessage', data: { contacts } }
    : { body, mediaType: 'locationMessage', data: { location } }
}

function mediaTypeOf(type: string): MediaType {
  const family = type.split('/')[0]
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'application'
}
