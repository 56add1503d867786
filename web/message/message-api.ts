import type { MessagePage, MessageView } from '../../src/message/message.answers'
import type { ApiClient, CallOptions, UploadOptions } from '../api/api-client'

/** Characters of the messages that are fetched at once; a contact may write 65,000 in each. */
const pageTextMax = 200_000

/** The calls of messages, as the interface makes them. */
export function listMessages(api: ApiClient, ticketId: number, cursor?: string | null, options?: CallOptions) {
  return api.untyped.get<MessagePage>(`/messages/${ticketId}`, { cursor, textMax: pageTextMax }, options)
}

export interface TextToSend {
  body: string
  clientId: string
  isPrivate: boolean
  sign: boolean
  quotedMsg: { id: number } | null
  /** The contact to send as a card. */
  vCard: { id: number } | undefined
}

/** Answers the stored messages where the server gives them; the live echo brings them anyway. */
export async function sendText(api: ApiClient, ticketId: number, message: TextToSend): Promise<MessageView[]> {
  return storedMessages(await api.untyped.post<unknown>(`/messages/${ticketId}`, { ...message, fromMe: true, read: 1 }))
}

export interface FileToSend {
  file: File
  caption: string
  clientId: string
  isPrivate: boolean
  voiceNote: boolean
  quotedId: number | undefined
  sign: boolean
}

/** One file a call, so that each has its own progress, its own failure and its own retry. */
export async function sendFile(api: ApiClient, ticketId: number, message: FileToSend, options: UploadOptions) {
  const form = new FormData()
  form.set('body', message.caption)
  form.set('fromMe', 'true')
  form.set('isPrivate', String(message.isPrivate))
  form.set('clientId', message.clientId)
  if (message.sign) form.set('sign', 'true')
  if (message.voiceNote) form.set('voiceNote', 'true')
  if (message.quotedId !== undefined) form.set('quotedMsg', JSON.stringify({ id: message.quotedId }))
  form.append('medias', message.file, message.file.name)
  return storedMessages(await api.untyped.upload<unknown>(`/messages/${ticketId}`, form, options))
}

export function editMessage(api: ApiClient, messageId: number, body: string) {
  return api.untyped.post(`/messages/edit/${messageId}`, { body })
}

export function deleteMessage(api: ApiClient, messageId: number) {
  return api.untyped.delete(`/messages/${messageId}`)
}

/** An empty emoji takes the reaction back. */
export function reactToMessage(api: ApiClient, messageId: number, emoji: string) {
  return api.untyped.post(`/messages/${messageId}/reaction`, { emoji })
}

export function resendMessage(api: ApiClient, messageId: number) {
  return api.untyped.post(`/messages/${messageId}/resend`)
}

export interface ForwardRequest {
  messageId: number
  contactId: number
  signMessage: boolean
}

export function forwardMessage(api: ApiClient, request: ForwardRequest) {
  return api.untyped.post('/message/forward', request)
}

/** A proxy may answer something else than the server did. */
function storedMessages(answer: unknown): MessageView[] {
  const isAnswer = typeof answer === 'object' && answer !== null && 'messages' in answer
  return isAnswer && Array.isArray(answer.messages) ? (answer.messages as MessageView[]) : []
}

/** Asking for the newest messages is what counts as reading them. */
export function markTicketRead(api: ApiClient, ticketId: number) {
  return listMessages(api, ticketId)
}
