export const hours = {
  label: 'Business hours',
  days: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  closed: 'Closed',
  from: (day: string, shift: number) => `${day}, start of shift ${shift}`,
  until: (day: string, shift: number) => `${day}, end of shift ${shift}`,
  copy: (day: string) => `Copy ${day} to every day`,
}
