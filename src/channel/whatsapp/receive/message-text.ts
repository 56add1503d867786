import type { proto } from '@whiskeysockets/baileys'
import type { Content } from '../../channel'
import { type JsonObject, objectOf } from '../../../kernel/untyped-json.contract'

type Buttons = Extract<Content, { kind: 'buttons' }>
type Button = Buttons['buttons'][number]

export function buttonsContent(message: proto.IMessage): Buttons | undefined {
  const { buttonsMessage, listMessage, interactiveMessage } = message
  if (buttonsMessage) {
    const { contentText, footerText, buttons } = buttonsMessage
    return choice(contentText ?? buttonsMessage.text, footerText, (buttons ?? []).map(plainButton))
  }
  if (listMessage) {
    const rows = (listMessage.sections ?? []).flatMap((section) => section.rows ?? [])
    const text = [listMessage.title, listMessage.description].filter(Boolean).join('\n')
    const buttons = rows.map(({ rowId, title }) => ({ id: rowId ?? '', text: title ?? '' }))
    return choice(text, listMessage.footerText, buttons)
  }
  if (interactiveMessage) {
    const { header, body, footer, nativeFlowMessage } = interactiveMessage
    const text = [header?.title, body?.text].filter(Boolean).join('\n')
    return choice(text, footer?.text, (nativeFlowMessage?.buttons ?? []).map(flowButton))
  }
  return templateContent(message)
}

function templateContent({ templateMessage }: proto.IMessage): Buttons | undefined {
  const template = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate
  if (!template) return undefined
  const text = [template.hydratedTitleText, template.hydratedContentText].filter(Boolean).join('\n')
  const buttons = (template.hydratedButtons ?? []).map(({ quickReplyButton, urlButton, callButton }) => ({
    id: quickReplyButton?.id ?? urlButton?.url ?? callButton?.phoneNumber ?? '',
    text: quickReplyButton?.displayText ?? urlButton?.displayText ?? callButton?.displayText ?? '',
  }))
  return choice(text, template.hydratedFooterText, buttons)
}

function choice(text: string | null | undefined, footer: string | null | undefined, buttons: Button[]): Buttons {
  return { kind: 'buttons', text: text ?? '', ...(footer ? { footer } : {}), buttons }
}

const plainButton = ({ buttonId, buttonText }: proto.Message.ButtonsMessage.IButton): Button => ({
  id: buttonId ?? '',
  text: buttonText?.displayText ?? '',
})

function flowButton({ name, buttonParamsJson }: { name?: string | null; buttonParamsJson?: string | null }): Button {
  const { id, display_text, title } = readJson(buttonParamsJson)
  return { id: String(id ?? name ?? ''), text: String(display_text ?? title ?? name ?? '') }
}

/** Returns the chosen option as the text that the person saw. */
export function responseText(message: proto.IMessage): string | undefined {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = message
  if (buttonsResponseMessage) {
    return buttonsResponseMessage.selectedDisplayText || buttonsResponseMessage.selectedButtonId || ''
  }
  if (listResponseMessage) {
    return listResponseMessage.title || listResponseMessage.singleSelectReply?.selectedRowId || ''
  }
  if (templateButtonReplyMessage) {
    return templateButtonReplyMessage.selectedDisplayText || templateButtonReplyMessage.selectedId || ''
  }
  const { interactiveResponseMessage } = message
  if (!interactiveResponseMessage) return undefined
  const { id, title } = readJson(interactiveResponseMessage.nativeFlowResponseMessage?.paramsJson)
  return interactiveResponseMessage.body?.text || String(title ?? id ?? '')
}

/** Returns a text for other kinds, enough to understand them and to answer on the phone if necessary. */
export function summaryText(message: proto.IMessage): string | undefined {
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3
  if (poll)
    return [`📊 ${poll.name ?? ''}`, ...(poll.options ?? []).map(({ optionName }) => `• ${optionName ?? ''}`)].join(
      '\n',
    )
  const { eventMessage, productMessage, orderMessage, groupInviteMessage } = message
  if (eventMessage) return lines(`📅 ${eventMessage.name ?? ''}`, eventMessage.description, eventMessage.joinLink)
  if (productMessage) return lines(`🛍️ ${productMessage.product?.title ?? ''}`, productMessage.product?.description)
  if (orderMessage) return lines(`🛒 ${orderMessage.orderTitle ?? ''}`, orderMessage.message)
  if (groupInviteMessage) {
    const { groupName, caption, inviteCode } = groupInviteMessage
    return lines(`👥 ${groupName ?? ''}`, caption, inviteCode ? `https://chat.whatsapp.com/${inviteCode}` : '')
  }
  return undefined
}

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n')

/** The JSON is untrusted. Invalid JSON must not hide the message. */
function readJson(text: string | null | undefined): JsonObject {
  try {
    return objectOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
