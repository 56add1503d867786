import { recordTexts } from './record'

export const holiday = {
  ...recordTexts({ one: 'holiday' }),
  title: 'Holidays',
  emptyText: 'On holidays the company, its queues and connections are closed, and SLA clocks stop.',
  fields: { day: 'Date', name: 'Name' },
  national: {
    action: 'National holidays',
    title: 'National holidays of Brazil',
    text: 'Adds the national holidays of the year. Dates that are already listed stay as they are.',
    year: 'Year',
    optional: 'Optional days off, too',
    optionalHelp: 'Carnival Monday and Tuesday, and Corpus Christi.',
    save: 'Add',
    added: (count: number) =>
      count === 0 ? 'All were listed already' : count === 1 ? '1 holiday added' : `${count} holidays added`,
  },
}
