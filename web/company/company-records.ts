import { recordSource } from '../records/record-source'

export const companyRecords = recordSource('/companies', {
  compare: (a, b) => a.id - b.id,
  searched: ({ name, email }) => `${name} ${email}`,
  live: 'company',
  reloadOnReconnect: true,
})
