import type { CompanyContext } from '../kernel/company/company-context'
import type { ErrorCode } from '../kernel/errors'

interface SkippedTexts {
  skipped: string
  offline: string
  window: string
  otherTicket: string
  other: string
}

const texts: Record<'pt' | 'en' | 'es', SkippedTexts> = {
  pt: {
    skipped: 'A mensagem de remarketing da etapa “{lane}” não foi enviada: {reason}',
    offline: 'a conexão ficou desconectada por um dia.',
    window: 'o canal só aceita mensagens até 24 horas depois da última do contato.',
    otherTicket: 'o contato já está em outro atendimento.',
    other: 'nenhuma conexão pôde enviá-la.',
  },
  en: {
    skipped: 'The remarketing message for the lane “{lane}” was not sent: {reason}',
    offline: 'the connection was down for a day.',
    window: 'the channel accepts messages only within 24 hours of the contact’s last one.',
    otherTicket: 'the contact already has another open conversation.',
    other: 'no connection could send it.',
  },
  es: {
    skipped: 'El mensaje de remarketing de la etapa “{lane}” no se envió: {reason}',
    offline: 'la conexión estuvo desconectada un día.',
    window: 'el canal solo acepta mensajes hasta 24 horas después del último del contacto.',
    otherTicket: 'el contacto ya tiene otra conversación abierta.',
    other: 'ninguna conexión pudo enviarlo.',
  },
}

const reasons: Partial<Record<ErrorCode, keyof SkippedTexts>> = {
  ERR_WAPP_NOT_INITIALIZED: 'offline',
  ERR_CHANNEL_CANNOT: 'window',
  ERR_OTHER_OPEN_TICKET: 'otherTicket',
}

export function skippedNote({ company }: CompanyContext, lane: string, error: ErrorCode): string {
  const noteTexts = texts[company.services.about(company.id).language]
  const reason = noteTexts[reasons[error] ?? 'other']
  return noteTexts.skipped.replace('{lane}', () => lane).replace('{reason}', () => reason)
}
