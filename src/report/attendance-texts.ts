import type { Language } from '../user/session/session.contract'
import type { TicketStatus } from '../ticket/ticket-status'
import { attendanceStatusesEn, attendanceStatusesEs, attendanceStatusesPt } from './attendance-statuses.contract'

interface AttendanceTexts {
  /** File name without extension. */
  file: string
  sheet: string
  columns: readonly string[]
  statuses: Record<TicketStatus, string>
}

/** Texts of the exported report, in each language. The Portuguese file and sheet names are from the specification. */
export const attendanceTexts: Record<Language, AttendanceTexts> = {
  pt: {
    file: 'relatorio-de-atendimentos',
    sheet: 'RelatorioDeAtendimentos',
    columns: [
      'Conexão',
      'Contato',
      'Usuário',
      'Fila',
      'Status',
      'Última mensagem',
      'Abertura',
      'Resolução',
      'Tempo de atendimento',
      'NPS',
    ],
    statuses: attendanceStatusesPt,
  },
  en: {
    file: 'conversation-report',
    sheet: 'Conversations',
    columns: [
      'Connection',
      'Contact',
      'Agent',
      'Queue',
      'Status',
      'Last message',
      'Opened',
      'Resolved',
      'Service time',
      'NPS',
    ],
    statuses: attendanceStatusesEn,
  },
  es: {
    file: 'informe-de-conversaciones',
    sheet: 'Conversaciones',
    columns: [
      'Conexión',
      'Contacto',
      'Agente',
      'Cola',
      'Estado',
      'Último mensaje',
      'Apertura',
      'Cierre',
      'Tiempo de atención',
      'NPS',
    ],
    statuses: attendanceStatusesEs,
  },
}
