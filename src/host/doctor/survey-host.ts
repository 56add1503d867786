import { join } from 'node:path'
import type { Progress } from '../../command/command'
import type { CompanyId } from '../../kernel/ids'
import { startProductWorker } from '../../kernel/product-files'
import type { CatalogSurvey, CompanySurvey, SurveyOrder } from './survey'

export interface SurveyedCompany extends CompanySurvey {
  id: CompanyId
  name: string
}

export interface HostSurvey {
  catalog: CatalogSurvey
  companies: SurveyedCompany[]
}

export interface SurveyOptions {
  dataDir: string
  now: Date
  progress(step: Progress): void
  signal: AbortSignal
}

/** Reads every file in a worker, one after the other: it takes seconds for a large one. */
export async function surveyHost({ dataDir, now, progress, signal }: SurveyOptions): Promise<HostSurvey> {
  const worker = startProductWorker('src/host/doctor/survey-worker.ts')
  const ask = <Survey>(kind: SurveyOrder['kind'], folder: string, companyId: CompanyId) =>
    new Promise<Survey>((resolve, reject) => {
      worker.removeAllListeners().once('message', resolve).once('error', reject)
      worker.postMessage({ kind, folder, companyId, nowMs: now.getTime() } satisfies SurveyOrder)
    })
  try {
    progress({ what: 'Checking the catalog' })
    const catalog = await ask<CatalogSurvey>('catalog', dataDir, 0)
    const companies: SurveyedCompany[] = []
    for (const { id, name } of catalog.companies) {
      signal.throwIfAborted()
      progress({ what: 'Checking the files of companies', done: companies.length, of: catalog.companies.length })
      const survey = await ask<CompanySurvey>('company', join(dataDir, 'companies', String(id)), id)
      companies.push({ id, name, ...survey })
    }
    return { catalog, companies }
  } finally {
    await worker.terminate()
  }
}
