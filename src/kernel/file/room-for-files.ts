import type { CompanyHandle } from '../company/company-files'
import { refuse } from '../errors'
import type { CompanyId } from '../ids'
import { gigabyte } from '../company/company-plan.contract'

export interface StoredBytes {
  of(company: CompanyHandle): number
  add(id: CompanyId, bytes: number): void
}

declare module '../company/company-files' {
  interface CompanyServices {
    storedBytes: StoredBytes
  }
}

export const hasRoomForFiles = (company: CompanyHandle) =>
  company.services.freeSpace.state() === 'enough' && !hasUsedItsStorage(company)

export function requireRoomForFiles(company: CompanyHandle) {
  company.services.freeSpace.requireForFiles()
  const { storageGb } = company.services.planOf(company.id)
  if (hasUsedItsStorage(company)) refuse('ERR_PLAN_LIMIT', { body: { limit: 'storageGb', most: storageGb } })
}

function hasUsedItsStorage(company: CompanyHandle) {
  const { planOf, storedBytes } = company.services
  const { storageGb } = planOf(company.id)
  return storageGb !== null && storedBytes.of(company) >= storageGb * gigabyte
}
