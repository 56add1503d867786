import type { CompanyView } from '../../src/platform/company/company.calls'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { ListPage } from '../live/list-items'
import type { Loader } from '../page/page-definition'
import { loadRecords, recordSource } from '../records/record-source'

export const companyRecords = recordSource('/companies', {
  compare: (a, b) => a.id - b.id,
  searched: ({ name, email }) => `${name} ${email}`,
  live: 'company',
  reloadOnReconnect: true,
})

export interface CompaniesData {
  page: ListPage<CompanyView>
  plans: readonly PlanView[]
}

export const loadCompanies: Loader<CompaniesData, object> = async (api, _, query) => {
  const [page, plans] = await Promise.all([loadRecords(companyRecords, api, query), api.get('/plans/all')])
  return { page, plans }
}
