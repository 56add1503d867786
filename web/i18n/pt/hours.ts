import { weekdays } from './weekdays'

export const hours = {
  label: 'Horário de atendimento',
  days: weekdays,
  none: 'Sem horário: sempre aberto. Sugestão: todos os dias, 08:00–12:00 e 13:00–18:00.',
  suggest: 'Usar o horário sugerido',
  remove: 'Remover horários',
  closed: 'Fechado',
  from: (day: string, shift: number) => `${day}, início do ${shift}º turno`,
  until: (day: string, shift: number) => `${day}, fim do ${shift}º turno`,
  copy: (day: string) => `Copiar ${day.toLowerCase()} para todos os dias`,
}
