import type * as v from 'valibot'
import type { CompanyView } from '../../src/platform/company.calls'
import type { CompanyForm } from '../../src/platform/company.contract'
import { valuesOf } from '../records/record-dialog'

export type CompanyValues = v.InferInput<typeof CompanyForm>

export const generalFields = [
  ...(['name', 'email', 'password', 'phone', 'document'] as const),
  ...(['addressStreet', 'addressCity', 'addressState', 'language', 'timeZone'] as const),
]
export const subscriptionFields = [
  ...(['planId', 'status', 'dueDate', 'recurrence', 'paymentMethod'] as const),
  ...(['numberAttendants', 'numberConections'] as const),
]

const empty: CompanyValues = {
  name: '',
  email: '',
  password: '',
  phone: '',
  document: '',
  addressStreet: '',
  addressCity: '',
  addressState: '',
  planId: null,
  status: true,
  dueDate: '',
  recurrence: 'MENSAL',
  paymentMethod: '',
  language: 'pt',
  timeZone: '',
  numberAttendants: 1,
  numberConections: 1,
}

export function companyValues(company: CompanyView | undefined): CompanyValues {
  return valuesOf<CompanyValues>(company && { ...company, password: '' }, empty)
}
