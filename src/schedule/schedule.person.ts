import { eq } from 'drizzle-orm'
import type { PersonData } from '../kernel/person/person-data'
import { scheduleTable } from './schedule.tables'

export const schedulePerson: PersonData = {
  rows: [{ table: scheduleTable, match: ({ contactId }) => eq(scheduleTable.contactId, contactId), erase: 'cascade' }],
}
