import * as v from 'valibot'
import type { CompanyView } from '../../src/platform/company/company.calls'
import { CompanyForm } from '../../src/platform/company/company.contract'

export const CompanyDialogForm = v.object({ ...CompanyForm.entries, userCreation: v.boolean() })
export type CompanyValues = v.InferInput<typeof CompanyDialogForm>

export const generalFields = [
  ...(['name', 'email', 'password', 'phone', 'document'] as const),
  ...(['addressStreet', 'addressCity', 'addressState', 'language', 'timeZone'] as const),
]
export const subscriptionFields = [
  ...(['planId', 'status', 'dueDate', 'recurrence', 'paymentMethod'] as const),
  ...(['numberAttendants', 'numberConections'] as const),
]

export const settingFields = ['userCreation'] as const

/** Companies may until the host forbids it. */
export function mayCreateUsers(company: CompanyView | undefined) {
  return company?.settings.find(({ key }) => key === 'userCreation')?.value !== 'disabled'
}
