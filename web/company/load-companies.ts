import type { CompanyView } from '../../src/platform/company/company.calls'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { ListPage } from '../live/list-items'
import type { Loader } from '../page/page-definition'
import { loadRecords } from '../records/record-source'
import { companyRecords } from './company-records'

export interface CompaniesData {
  page: ListPage<CompanyView>
  plans: readonly PlanView[]
}

export const loadCompanies: Loader<CompaniesData, object> = async (api, _, query) => {
  const [page, plans] = await Promise.all([loadRecords(companyRecords, api, query), api.get('/plans/all')])
  return { page, plans }
}
