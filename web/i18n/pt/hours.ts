export const hours = {
  label: 'Horário de atendimento',
  days: {
    monday: 'Segunda-feira',
    tuesday: 'Terça-feira',
    wednesday: 'Quarta-feira',
    thursday: 'Quinta-feira',
    friday: 'Sexta-feira',
    saturday: 'Sábado',
    sunday: 'Domingo',
  },
  closed: 'Fechado',
  from: (day: string, shift: number) => `${day}, início do ${shift}º turno`,
  until: (day: string, shift: number) => `${day}, fim do ${shift}º turno`,
  copy: (day: string) => `Copiar ${day.toLowerCase()} para todos os dias`,
}
