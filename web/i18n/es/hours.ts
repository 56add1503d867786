export const hours = {
  label: 'Horario de atención',
  days: {
    monday: 'Lunes',
    tuesday: 'Martes',
    wednesday: 'Miércoles',
    thursday: 'Jueves',
    friday: 'Viernes',
    saturday: 'Sábado',
    sunday: 'Domingo',
  },
  closed: 'Cerrado',
  from: (day: string, shift: number) => `${day}, inicio del turno ${shift}`,
  until: (day: string, shift: number) => `${day}, fin del turno ${shift}`,
  copy: (day: string) => `Copiar ${day.toLowerCase()} a todos los días`,
}
