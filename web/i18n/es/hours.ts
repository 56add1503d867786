import { weekdays } from './weekdays'

export const hours = {
  label: 'Horario de atención',
  days: weekdays,
  none: 'Sin horario: siempre abierto. Sugerencia: todos los días, 08:00–12:00 y 13:00–18:00.',
  suggest: 'Usar el horario sugerido',
  remove: 'Quitar horarios',
  closed: 'Cerrado',
  from: (day: string, shift: number) => `${day}, inicio del turno ${shift}`,
  until: (day: string, shift: number) => `${day}, fin del turno ${shift}`,
  copy: (day: string) => `Copiar ${day.toLowerCase()} a todos los días`,
}
