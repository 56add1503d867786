import type { MessageView } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'

/** Limit of characters per request; a contact may write 65,000 in each message. */
const pageTextMax = 200_000

export function listMessages(api: ApiClient, ticketId: number, cursor?: string | null, signal?: AbortSignal) {
  return api.get('/messages/:id', { params: { id: ticketId }, query: { cursor, textMax: pageTextMax }, signal })
}

interface TextToSend {
  body: string
  clientId: string
  isPrivate: boolean
  sign: boolean
  quotedMsg: { id: number } | null
  vCard: { id: number } | undefined
  mentions: readonly number[] | undefined
}

export async function sendText(api: ApiClient, ticketId: number, message: TextToSend): Promise<MessageView[]> {
  const { mentions, ...text } = message
  const body = { ...text, ...(mentions && { mentions: [...mentions] }), fromMe: true, read: 1 }
  return (await api.post('/messages/:id', { params: { id: ticketId }, body })).messages
}

interface FileToSend {
  file: File
  caption: string
  clientId: string
  isPrivate: boolean
  voiceNote: boolean
  quotedId: number | undefined
  sign: boolean
  mentions: readonly number[] | undefined
}

interface UploadOptions {
  signal?: AbortSignal
  onProgress: (fraction: number) => void
}

/** One file per call, so that each has its own progress, failure and retry. */
export async function sendFile(api: ApiClient, ticketId: number, message: FileToSend, options: UploadOptions) {
  const form = new FormData()
  form.set('body', message.caption)
  form.set('fromMe', 'true')
  form.set('isPrivate', String(message.isPrivate))
  form.set('clientId', message.clientId)
  if (message.sign) form.set('sign', 'true')
  if (message.voiceNote) form.set('voiceNote', 'true')
  if (message.quotedId !== undefined) form.set('quotedMsg', JSON.stringify({ id: message.quotedId }))
  if (message.mentions) form.set('mentions', JSON.stringify(message.mentions))
  form.append('medias', message.file, message.file.name)
  return (await api.upload('/messages/:id', { params: { id: ticketId }, form, ...options })).messages
}

interface TemplateToSend {
  clientId: string
  template: { name: string; language: string; values: Record<string, string> }
  file: File | undefined
}

export async function sendTemplate(api: ApiClient, ticketId: number, { clientId, template, file }: TemplateToSend) {
  const params = { id: ticketId }
  if (!file) return (await api.post('/messages/:id', { params, body: { clientId, template } })).messages
  const form = new FormData()
  form.set('clientId', clientId)
  form.set('template', JSON.stringify(template))
  form.append('medias', file, file.name)
  return (await api.upload('/messages/:id', { params, form })).messages
}

export function editMessage(api: ApiClient, messageId: number, body: string, mentions: readonly number[]) {
  return api.post('/messages/edit/:id', { params: { id: messageId }, body: { body, mentions: [...mentions] } })
}

export function deleteMessage(api: ApiClient, messageId: number) {
  return api.delete('/messages/:id', { params: { id: messageId } })
}

/** An empty emoji removes the reaction. */
export function reactToMessage(api: ApiClient, messageId: number, emoji: string) {
  return api.post('/messages/:id/reaction', { params: { id: messageId }, body: { emoji } })
}

export function resendMessage(api: ApiClient, messageId: number) {
  return api.post('/messages/:id/resend', { params: { id: messageId } })
}

export interface ForwardRequest {
  messageId: number
  contactId: number
  signMessage: boolean
}

export function forwardMessage(api: ApiClient, request: ForwardRequest) {
  return api.post('/message/forward', { body: request })
}

/** Loading the newest messages marks them as read. */
export function markTicketRead(api: ApiClient, ticketId: number) {
  return listMessages(api, ticketId)
}
