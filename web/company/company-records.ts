import type { CompanyView } from '../../src/platform/company/company.calls'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { RecordSource } from '../records/record-source'

export const companyRecords: RecordSource<CompanyView> = {
  async fetchPage(api, { pageNumber, search, signal }) {
    const query = { pageNumber, searchParam: search }
    const { companies, hasMore, count } = await api.get('/companies', { query, signal })
    return { items: companies, hasMore, count }
  },
  compare: (a, b) => a.id - b.id,
  matches: ({ name, email }, { search }) => matchesSearch(`${name} ${email}`, search),
  live: 'company',
  reloadOnReconnect: true,
}
