import type { ShownMessage } from '../shown-message'

export function anyMessage(part: Partial<ShownMessage> = {}): ShownMessage {
  const id = part.id ?? 1
  const ticketId = part.ticketId ?? 1
  return {
    id,
    key: part.clientId ?? String(id),
    ticketId,
    ticket: {
      id: ticketId,
      uuid: `uuid-${ticketId}`,
      queueId: 1,
      queue: { id: 1, name: 'Vendas', color: '#30A46C' },
      whatsappId: 1,
    },
    queueId: 1,
    queue: { id: 1, name: 'Vendas', color: '#30A46C' },
    body: `Mensagem ${id}`,
    fromMe: false,
    ack: 0,
    sendState: null,
    sendError: null,
    mediaType: null,
    mediaUrl: null,
    isPrivate: false,
    isDeleted: false,
    isEdited: false,
    editedAt: null,
    isForwarded: false,
    quotedMsg: null,
    contact: part.fromMe ? null : { id: 7, name: 'Dona Maria', urlPicture: '' },
    user: part.fromMe ? { id: 2, name: 'Bruno' } : null,
    reactions: [],
    dataJson: null,
    createdAt: '2026-05-04T12:00:00.000Z',
    ...part,
  }
}
