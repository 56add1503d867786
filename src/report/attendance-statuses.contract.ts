import type { TicketStatus } from '../ticket/ticket-status'

type Statuses = Record<TicketStatus, string>

export const attendanceStatusesPt: Statuses = {
  open: 'Em atendimento',
  pending: 'Aguardando',
  closed: 'Resolvido',
  group: 'Grupo',
  nps: 'Aguardando avaliação',
  lgpd: 'Aguardando LGPD',
}
export const attendanceStatusesEn: Statuses = {
  open: 'Open',
  pending: 'Waiting',
  closed: 'Resolved',
  group: 'Group',
  nps: 'Waiting for rating',
  lgpd: 'Waiting for consent',
}
export const attendanceStatusesEs: Statuses = {
  open: 'En curso',
  pending: 'En espera',
  closed: 'Resuelta',
  group: 'Grupo',
  nps: 'Esperando evaluación',
  lgpd: 'Esperando consentimiento',
}
