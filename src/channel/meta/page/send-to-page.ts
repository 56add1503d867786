import { stat } from 'node:fs/promises'
import { hourMs } from '../../../kernel/time/durations.contract'
import {
  type Address,
  ChannelError,
  type OutgoingContent,
  type OutgoingFile,
  type OutgoingMessage,
} from '../../channel'
import { fileRuleOf } from '../../channel-files.contract'
import { channelRules, inlineFileOf } from '../../channel-rules.contract'
import type { GraphAnswer } from '../graph/graph-client'
import { temporaryWaitMs } from '../graph/graph-failures'
import { remakePicture } from '../remake-picture'
import { numberOf, textOf } from '../values'
import { metadataMark } from './normalise-page'
import { findPageAccount, type PageParts } from './page-account'
import type { PageChannelName } from './page-kinds'

/** The echo returns our id. @throws ChannelError */
export async function sendToPage(parts: PageParts, channel: PageChannelName, outgoing: OutgoingMessage) {
  const { account, graph } = parts.session()
  const { id, to, content, quoted } = outgoing
  const message = { ...(await messageOf(parts, channel, content)), metadata: `${metadataMark}${id}` }
  const recipient = recipientOf(parts, to)
  const body = { ...recipient, ...typeOf(parts, channel, to), ...replyTo(quoted?.key), message }
  try {
    const answer = await graph.post(`${account.pageId}/messages`, body)
    const messageId = textOf(answer['message_id'])
    return messageId ? { id: messageId, ...learnedFrom(answer, to) } : undefined
  } catch (error) {
    throw parts.failed(error)
  }
}

/** A public comment is answered once, in private, until the person writes, perhaps under another id. */
export function recipientOf({ host }: PageParts, to: Address): { recipient: { comment_id: string } | { id: string } } {
  const { commentId, from } = host.lastInboundKey(to) ?? {}
  if (textOf(commentId)) return { recipient: { comment_id: textOf(commentId) } }
  return { recipient: { id: textOf(from) || to.value } }
}

/** After the reply window, if Meta allows it; within, Meta refuses the tag. */
function typeOf({ host }: PageParts, channel: PageChannelName, to: Address) {
  const { commentId, atMs } = host.lastInboundKey(to) ?? {}
  const ageMs = host.context().now.getTime() - (numberOf(atMs) ?? Number.MAX_SAFE_INTEGER)
  const isLate = ageMs > (channelRules[channel].replyWindowHours ?? 0) * hourMs
  const tagged = !textOf(commentId) && isLate && findPageAccount(host.context(), host.connectionId)?.humanAgent
  return tagged ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }
}

/** Comments, old taps and refused messages have no id of Meta's. */
function replyTo(key: Readonly<Record<string, unknown>> | undefined) {
  const mid = textOf(key?.['id'])
  return mid && !/^(?:comment:|postback:|3EB0)/.test(mid) ? { reply_to: { mid } } : {}
}

/** The answer names the commenter as they will write. */
function learnedFrom(answer: GraphAnswer, { kind, value }: Address) {
  const own = textOf(answer['recipient_id'])
  if (!own || own === value) return {}
  return {
    recipient: {
      addresses: [
        { kind, value: own },
        { kind, value },
      ] as const,
    },
  }
}

async function messageOf(parts: PageParts, channel: PageChannelName, content: OutgoingContent): Promise<object> {
  switch (content.kind) {
    case 'text':
      return { text: withoutBold(content.text) }
    case 'location': {
      const { latitude, longitude, name } = content
      const link = `https://maps.google.com/?q=${latitude},${longitude}`
      return { text: name ? `${name}\n${link}` : link }
    }
    case 'menu':
      return menuOf(content, channelRules[channel].menus?.buttonTitleMax ?? 0)
    case 'file':
      return { attachment: await upload(parts, channel, content.file) }
    default:
      throw new ChannelError('refused', 'ERR_CHANNEL_CANNOT')
  }
}

/** These channels would show WhatsApp's marks. */
const withoutBold = (text: string) => text.replace(/(^|[\s([])\*(?=\S)([^*\n]*\S)\*(?=$|[\s\])\-.,:;!?])/gm, '$1$2')

type Menu = Extract<OutgoingContent, { kind: 'menu' }>

function menuOf({ text, options }: Menu, titleMax: number) {
  const names = options.map(({ name }) => name)
  const fits = new Set(names).size === names.length && names.every((name) => name.length <= titleMax)
  const list = names.map((name, index) => `${index + 1} - ${name}`).join('\n')
  const shown = withoutBold(text)
  return {
    text: fits ? shown : `${shown}\n\n${list}`,
    quick_replies: options.map(({ id, name }, index) => ({
      content_type: 'text',
      title: fits ? name : String(index + 1),
      payload: id,
    })),
  }
}

/** Before the message, so that a lost answer sends nothing. @throws ChannelError */
async function upload(parts: PageParts, channel: PageChannelName, file: OutgoingFile) {
  const { account, graph } = parts.session()
  const { size } = await stat(file.path).catch(() => {
    throw new ChannelError('refused', 'ERR_NO_MEDIA_FOUND')
  })
  const { path, name, mimeType } = file
  const rule = fileRuleOf(channel, { name, type: mimeType }, size)
  if (size > rule.bytesMax) throw new ChannelError('refused', 'ERR_FILE_TOO_LARGE')
  if (rule.way === 'refused') throw new ChannelError('refused', 'ERR_FILE_TYPE')
  const bytes = rule.way === 'picture' ? await remakePicture(path) : undefined
  const type = bytes ? 'image' : rule.way === 'inline' ? (inlineFileOf(channel, rule.type)?.kind ?? 'file') : 'file'
  const message = JSON.stringify({ attachment: { type, payload: { is_reusable: true } } })
  const platform = channel === 'instagram' ? 'instagram' : 'messenger'
  try {
    const answer = await graph.postFile(
      `${account.pageId}/message_attachments`,
      { message, platform },
      { path, name, type: bytes ? rule.type : mimeType, size: bytes?.length ?? size, bytes, field: 'filedata' },
    )
    const id = textOf(answer['attachment_id'])
    if (id) return { type, payload: { attachment_id: id } }
  } catch (error) {
    const failure = parts.failed(error)
    // The message itself was not sent, so that sending it again is safe.
    if (failure instanceof ChannelError && failure.reason === 'uncertain') {
      throw new ChannelError('limited', failure.message, temporaryWaitMs)
    }
    throw failure
  }
  throw new ChannelError('limited', 'Meta returned no id for the file', temporaryWaitMs)
}
