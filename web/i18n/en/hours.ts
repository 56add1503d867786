import { weekdays } from './weekdays'

export const hours = {
  label: 'Business hours',
  days: weekdays,
  none: 'No business hours: always open. Suggestion: every day, 08:00–12:00 and 13:00–18:00.',
  suggest: 'Use the suggested hours',
  remove: 'Remove hours',
  closed: 'Closed',
  from: (day: string, shift: number) => `${day}, start of shift ${shift}`,
  until: (day: string, shift: number) => `${day}, end of shift ${shift}`,
  copy: (day: string) => `Copy ${day} to every day`,
}
