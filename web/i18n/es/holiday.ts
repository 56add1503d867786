import { recordTexts } from './record'

export const holiday = {
  ...recordTexts({ one: 'feriado', many: 'feriados', gender: 'm' }),
  title: 'Feriados',
  emptyText: 'En los feriados la empresa, las colas y las conexiones están cerradas, y los plazos del SLA se detienen.',
  fields: { day: 'Fecha', name: 'Nombre' },
  national: {
    action: 'Feriados nacionales',
    title: 'Feriados nacionales de Brasil',
    text: 'Agrega los feriados nacionales del año. Las fechas que ya están en la lista no cambian.',
    year: 'Año',
    optional: 'También los días no laborables opcionales',
    optionalHelp: 'Lunes y martes de Carnaval y Corpus Christi.',
    save: 'Agregar',
    added: (count: number) =>
      count === 0 ? 'Todos ya estaban en la lista' : count === 1 ? '1 feriado agregado' : `${count} feriados agregados`,
  },
}
