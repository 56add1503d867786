import type { Language } from '../user/session/session.contract'
import type { TicketStatus } from '../ticket/ticket-status'

interface AttendanceTexts {
  /** File name without extension. */
  file: string
  sheet: string
  columns: readonly string[]
  statuses: Record<TicketStatus, string>
}

/** Texts of the exported report, in the company's language. The Portuguese file and sheet names are from the specification. */
export const attendanceTexts: Record<Language, AttendanceTexts> = {
  pt: {
    file: 'relatorio-de-atendimentos',
    sheet: 'RelatorioDeAtendimentos',
    columns: [
      ...['Conexão', 'Contato', 'Usuário', 'Fila', 'Status', 'Última mensagem'],
      ...['Abertura', 'Resolução', 'Tempo de atendimento', 'NPS'],
    ],
    statuses: {
      open: 'Em atendimento',
      pending: 'Aguardando',
      closed: 'Resolvido',
      group: 'Grupo',
      nps: 'Aguardando avaliação',
      lgpd: 'Aguardando LGPD',
    },
  },
  en: {
    file: 'conversation-report',
    sheet: 'Conversations',
    columns: [
      ...['Connection', 'Contact', 'Agent', 'Queue', 'Status', 'Last message'],
      ...['Opened', 'Resolved', 'Service time', 'NPS'],
    ],
    statuses: {
      open: 'Open',
      pending: 'Waiting',
      closed: 'Resolved',
      group: 'Group',
      nps: 'Waiting for rating',
      lgpd: 'Waiting for consent',
    },
  },
  es: {
    file: 'informe-de-conversaciones',
    sheet: 'Conversaciones',
    columns: [
      ...['Conexión', 'Contacto', 'Agente', 'Cola', 'Estado', 'Último mensaje'],
      ...['Apertura', 'Cierre', 'Tiempo de atención', 'NPS'],
    ],
    statuses: {
      open: 'En curso',
      pending: 'En espera',
      closed: 'Resuelta',
      group: 'Grupo',
      nps: 'Esperando evaluación',
      lgpd: 'Esperando consentimiento',
    },
  },
}
